package dev.dragoman.camel;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Takes values of Secrets out of texts before these become conditions, Events or lines of the log.
 * One for the process, as its log is: what is hidden stays so until the process ends. Thread-safe.
 */
public final class Redactor {
    /** What is shown in place of a hidden value. */
    public static final String HIDDEN = "***";

    /** A path or query shorter than this is hardly a secret, and stands elsewhere. */
    private static final int SHORTEST_PART = 8;

    /** The same of one word of them: tokens are longer, and words of other texts are shorter. */
    private static final int SHORTEST_WORD = 20;

    /** Longest first, so that no part of a value is left beside its other parts. */
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length)
                    .reversed()
                    .thenComparing(Comparator.naturalOrder());

    private static volatile List<String> values = List.of();

    private Redactor() {}

    /**
     * Hides a value from now on. Of an address also its path and query, and their longer parts,
     * which libraries show without the rest or in another order; not its host.
     *
     * @param value not empty
     */
    public static synchronized void hide(String value) {
        Set<String> all = new TreeSet<>(LONGEST_FIRST);
        all.addAll(values);
        all.add(value);
        all.addAll(parts(value));
        values = List.copyOf(all);
    }

    /** The text with {@value #HIDDEN} for every hidden value in it; null stays null. */
    public static String redact(String text) {
        if (text == null) {
            return null;
        }
        var shown = text;
        for (var value : values) {
            shown = shown.replace(value, HIDDEN);
        }
        return shown;
    }

    private static List<String> parts(String value) {
        URI address;
        try {
            address = new URI(value);
        } catch (URISyntaxException noAddress) {
            return List.of();
        }
        if (address.getHost() == null) {
            return List.of();
        }
        var parts = new ArrayList<String>();
        Stream.of(address.getRawUserInfo(), address.getRawPath(), address.getRawQuery())
                .filter(part -> part != null)
                .forEach(
                        part -> {
                            add(parts, part, SHORTEST_PART);
                            Stream.of(part.split("[/&=]", -1))
                                    .forEach(each -> add(parts, each, SHORTEST_WORD));
                        });
        return parts;
    }

    private static void add(List<String> parts, String part, int shortest) {
        if (part.length() >= shortest) {
            parts.add(part);
            parts.add(decoded(part));
        }
    }

    private static String decoded(String part) {
        try {
            // a plus in an address is no space here
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException unreadable) {
            return part;
        }
    }
}
