package dev.dragoman.camel.point;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parses paths into a message body, such as {@code properties.rules[0].name} or {@code
 * tags['cost.centre']}.
 */
final class Paths {
    private static final Pattern SEGMENT =
            Pattern.compile("\\G(?:(?:^|(?<=.)\\.)([^.\\[\\]']+)|\\[(\\d{1,6})]|\\['([^']+)'])");

    private Paths() {}

    /**
     * The names and indexes of a path, outermost first. Brackets contain an index, or a name in
     * quotes.
     *
     * @throws IllegalArgumentException when the text is not a path
     */
    static List<String> of(String path) {
        var found = new ArrayList<String>();
        var matcher = SEGMENT.matcher(path == null ? "" : path);
        int end = 0;
        while (matcher.find()) {
            end = matcher.end();
            for (int group = 1; group <= 3; group++) {
                if (matcher.group(group) != null) {
                    found.add(matcher.group(group));
                }
            }
        }
        if (found.isEmpty() || end != path.length()) {
            throw new IllegalArgumentException(
                    "'%s' is not a path; write a path such as properties.rules[0].name or tags['cost.centre']"
                            .formatted(path));
        }
        return found;
    }
}
