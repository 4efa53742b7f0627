package dev.dragoman.azure.model;

import static java.util.function.Predicate.not;

import dev.dragoman.kube.object.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The entries of Key Vaults that an object has, as its status records them. Immutable.
 *
 * @param mark text of the choices about the Key Vault by which all entries were written; empty
 *     while an entry is not written
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

    /** Entries without intended ones. */
    public StoredEntries(String mark, List<String> entries) {
        this(mark, entries, List.of());
    }

    /** Reads the entries from the status; a missing or malformed value counts as never written. */
    public static StoredEntries of(Object status) {
        if (!(status instanceof Map<?, ?> map)) {
            return NONE;
        }
        var mark = map.get("mark") instanceof String text ? text : "";
        return new StoredEntries(
                mark, Json.texts(map.get("entries")), Json.texts(map.get(INTENDED)));
    }

    /** Whether the object may have entries. */
    public boolean mayRemain() {
        return !entries.isEmpty() || !intended.isEmpty();
    }

    /** Whether {@link #all} contains all wanted entries. */
    public boolean names(Collection<String> wanted) {
        return all().containsAll(wanted);
    }

    /** These entries; wanted entries that are not among them are added as intended. */
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

    /** The entries as the status records them. */
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
