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
 * Replaces hidden values of overlays in texts before these are written to conditions, Events or the
 * log. The values are static, because the process has one log. A value is hidden until the process
 * ends. Thread-safe.
 */
public final class Redactor {
    /** What is shown in place of a hidden value. */
    public static final String HIDDEN = "***";

    /**
     * Minimum length of a path or query that is hidden. A shorter one is hardly a secret, and
     * hiding it would garble other texts.
     */
    private static final int SHORTEST_PART = 8;

    /**
     * Minimum length of a segment of a path or query that is hidden: tokens are longer, ordinary
     * words are shorter.
     */
    private static final int SHORTEST_WORD = 20;

    /**
     * Longest first. If a shorter value were replaced first, the rest of a longer value that
     * contains it would remain visible.
     */
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length)
                    .reversed()
                    .thenComparing(Comparator.naturalOrder());

    private static volatile List<String> values = List.of();

    private Redactor() {}

    /**
     * Hides a value from now on. If the value is a URL, also hides its user info, path and query,
     * and long segments of these. Messages of libraries may contain only such a part. The host
     * remains visible.
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

    /** The text with {@value #HIDDEN} in place of every hidden value; null stays null. */
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
            // URLDecoder would decode a plus to a space
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException unreadable) {
            return part;
        }
    }
}
