package dev.dragoman.cli;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which kinds of the catalog are meant by {@code GROUP/KIND}, with * for any text. Pure. */
final class KindPatterns {
    private KindPatterns() {}

    /**
     * The kinds that match a pattern, in the order of the catalog.
     *
     * @throws IllegalArgumentException naming a pattern that matches none
     */
    static List<KindName> chosen(List<String> patterns) {
        List<KindName> all = Catalog.load().names();
        for (String pattern : patterns) {
            if (all.stream().noneMatch(kind -> matches(pattern, name(kind)))) {
                throw new IllegalArgumentException(
                        "no kind matches %s, there are: %s"
                                .formatted(
                                        pattern,
                                        all.stream()
                                                .map(KindPatterns::name)
                                                .collect(Collectors.joining(", "))));
            }
        }
        return all.stream()
                .filter(kind -> patterns.stream().anyMatch(each -> matches(each, name(kind))))
                .toList();
    }

    /** Whether the text matches a pattern; spaces around the parts of a pattern do not count. */
    static boolean matches(String pattern, String text) {
        String expression =
                Pattern.compile("\\*")
                        .splitAsStream(pattern.strip() + " ")
                        .map(String::stripTrailing)
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return text.matches(expression);
    }

    private static String name(KindName kind) {
        return kind.group() + "/" + kind.kind();
    }
}
