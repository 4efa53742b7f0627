package dev.dragoman.monitoring;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What an expression of Prometheus names, read without a parser: good enough for those of this
 * project, which promtool reads too. Immutable.
 *
 * @param text as it is written
 */
public record Expression(String text) {
    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "bool", "by", "without", "on", "ignoring");

    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern BRACES = Pattern.compile("\\{([^}]*)}");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w:])([a-zA-Z_:][\\w:]*)(?!\\w)(?!\\s*\\()");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)");

    /** Names of metrics. */
    public Set<String> metrics() {
        var rest = STRING.matcher(text).replaceAll("");
        for (var each : new Pattern[] {BRACES, GROUPING, RANGE}) {
            rest = each.matcher(rest).replaceAll(" ");
        }
        var names = new TreeSet<String>();
        var found = NAME.matcher(rest);
        while (found.find()) {
            if (!WORDS.contains(found.group(1))) {
                names.add(found.group(1));
            }
        }
        return names;
    }

    /** Names of labels that it selects by, or groups by. */
    public Set<String> labels() {
        var bare = STRING.matcher(text).replaceAll("");
        var names = new TreeSet<String>();
        for (var each : new Pattern[] {BRACES, GROUPING}) {
            var found = each.matcher(bare);
            while (found.find()) {
                var label = LABEL.matcher(found.group(1));
                while (label.find()) {
                    names.add(label.group(1));
                }
            }
        }
        return names;
    }
}
