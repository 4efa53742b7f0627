package dev.dragoman.cli.crds;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.settings.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the kinds of the catalog that match {@code GROUP/KIND}, with * for any text. Pure. */
public final class KindPatterns {
    private KindPatterns() {}

    /**
     * The kinds that match a pattern, in the order of the catalog.
     *
     * @throws IllegalArgumentException when a pattern matches no kind; the message names the
     *     pattern
     */
    public static List<KindName> chosen(List<String> patterns) {
        List<KindName> all = Catalog.load().names();
        for (String pattern : patterns) {
            if (all.stream().noneMatch(kind -> matches(pattern, name(kind)))) {
                throw new IllegalArgumentException(
                        "--kinds: no kind matches '%s'; write GROUP/KIND, such as 'storage.azure.com/StorageAccount' or 'storage.azure.com/*'%s"
                                .formatted(pattern, Nearest.hint(nearest(pattern.strip(), all))));
            }
        }
        return all.stream()
                .filter(kind -> patterns.stream().anyMatch(each -> matches(each, name(kind))))
                .toList();
    }

    /**
     * The pattern or kind nearest to a pattern that matches nothing. Compares only groups if the
     * pattern names no kind, and only kinds if it names no group.
     */
    private static Optional<String> nearest(String pattern, List<KindName> all) {
        int slash = pattern.indexOf('/');
        var group = slash < 0 ? pattern : pattern.substring(0, slash);
        var kind = slash < 0 ? pattern : pattern.substring(slash + 1);
        if (slash < 0 ? pattern.contains(".") : kind.equals("*")) {
            return Nearest.of(group, all.stream().map(KindName::group).toList())
                    .map(each -> each + "/*");
        }
        if (slash > 0 && !group.contains("*")) {
            return Nearest.of(pattern, all.stream().map(KindPatterns::name).toList());
        }
        return Nearest.of(kind, all.stream().map(KindName::kind).toList())
                .flatMap(near -> all.stream().filter(each -> each.kind().equals(near)).findFirst())
                .map(KindPatterns::name);
    }

    /** The kind of the catalog, {@code GROUP/KIND}, that is spelled most like an unknown one. */
    static Optional<String> nearest(String group, String kind) {
        return nearest(group + "/" + kind, Catalog.load().names());
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
