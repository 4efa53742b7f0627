package dev.dragoman.azure.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which entries of Key Vaults an object has, as its status remembers it. Immutable.
 *
 * @param mark text of what was asked when all entries were written; empty while something is
 *     missing
 * @param entries the entries, each as {@code HOST/NAME}, sorted
 */
public record StoredEntries(String mark, List<String> entries) {
    public static final StoredEntries NONE = new StoredEntries("", List.of());

    public StoredEntries {
        entries = entries.stream().sorted().distinct().toList();
    }

    /** Reads what the status remembers; what is missing or malformed counts as never written. */
    public static StoredEntries of(Object status) {
        if (!(status instanceof Map<?, ?> map)) {
            return NONE;
        }
        var mark = map.get("mark") instanceof String text ? text : "";
        var entries =
                map.get("entries") instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.<String>of();
        return new StoredEntries(mark, entries);
    }

    /** Whether the object may have entries. */
    public boolean mayRemain() {
        return !entries.isEmpty();
    }

    /** The form that the status has. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        if (!mark.isEmpty()) {
            out.put("mark", mark);
        }
        out.put("entries", entries);
        return out;
    }
}
