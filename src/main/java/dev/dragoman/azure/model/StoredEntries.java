package dev.dragoman.azure.model;

import static java.util.function.Predicate.not;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which entries of Key Vaults an object has, as its status remembers it. Immutable.
 *
 * @param mark text of what was asked when all entries were written; empty while something is
 *     missing
 * @param entries the entries, each as {@code HOST/NAME}, sorted
 * @param intended entries that may have been written, because the object asked for them; sorted,
 *     none of {@code entries}. The status names them before the first request, so that none is
 *     forgotten if the process is killed before the result is recorded
 */
public record StoredEntries(String mark, List<String> entries, List<String> intended) {
    private static final String INTENDED = "intended";

    public static final StoredEntries NONE = new StoredEntries("", List.of());

    public StoredEntries {
        entries = entries.stream().sorted().distinct().toList();
        intended = intended.stream().filter(not(entries::contains)).sorted().distinct().toList();
    }

    /** Entries without any that may have been written besides. */
    public StoredEntries(String mark, List<String> entries) {
        this(mark, entries, List.of());
    }

    /** Reads what the status remembers; what is missing or malformed counts as never written. */
    public static StoredEntries of(Object status) {
        if (!(status instanceof Map<?, ?> map)) {
            return NONE;
        }
        var mark = map.get("mark") instanceof String text ? text : "";
        return new StoredEntries(mark, texts(map.get("entries")), texts(map.get(INTENDED)));
    }

    private static List<String> texts(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Whether the object may have entries. */
    public boolean mayRemain() {
        return !entries.isEmpty() || !intended.isEmpty();
    }

    /** Whether all these entries are named. */
    public boolean names(Collection<String> wanted) {
        return all().containsAll(wanted);
    }

    /** These entries, and those that are about to be written. */
    public StoredEntries intending(Collection<String> wanted) {
        return names(wanted)
                ? this
                : new StoredEntries(
                        mark, entries, Stream.concat(intended.stream(), wanted.stream()).toList());
    }

    /** All entries that the object has or may have. */
    public Set<String> all() {
        var all = new LinkedHashSet<>(entries);
        all.addAll(intended);
        return all;
    }

    /** The form that the status has. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        if (!mark.isEmpty()) {
            out.put("mark", mark);
        }
        out.put("entries", entries);
        if (!intended.isEmpty()) {
            out.put(INTENDED, intended);
        }
        return out;
    }
}
