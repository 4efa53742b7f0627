package dev.dragoman.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the known name that was probably meant by an unknown one. Pure. */
public final class Nearest {
    private Nearest() {}

    /**
     * The known name with the smallest distance; empty when more than half of the characters would
     * have to change.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(each -> distance(each, name)))
                .filter(each -> 2 * distance(each, name) <= Math.max(each.length(), name.length()));
    }

    /** Throws an IllegalArgumentException for a name that is a known one but for two characters. */
    public static void refuse(String name, Collection<String> known, String text) {
        var near = of(name, known).filter(each -> distance(each, name) <= 2);
        if (near.isPresent() && !near.get().equals(name)) {
            throw new IllegalArgumentException(text + hint(near));
        }
    }

    /** The known names, separated by commas, those with the smallest distance first. */
    public static String first(String name, Collection<String> known) {
        return known.stream()
                .sorted()
                .sorted(Comparator.comparingInt(each -> distance(each, name)))
                .collect(Collectors.joining(", "));
    }

    /** The end of a sentence: "; the nearest is NAME", or nothing. */
    public static String hint(Optional<String> name) {
        return name.map("; the nearest is "::concat).orElse("");
    }

    /** Number of characters to insert, delete or replace (Levenshtein). */
    static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
