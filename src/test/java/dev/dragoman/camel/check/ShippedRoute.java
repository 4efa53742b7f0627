package dev.dragoman.camel.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A route of a capability as it is shipped.
 *
 * @param file name of its file, without {@code .camel.yaml}
 * @param text text of the file
 * @param lines the text of each of the route's lines
 */
record ShippedRoute(String file, String id, String text, List<String> lines) {
    private static final Pattern ROUTE =
            Pattern.compile(
                    "(?m)^- route:\\n    id: (.*)\\n(?:    .*\\n)*?    routeConfigurationId: .*\\n    from:\\n      uri: direct:\\1\\n      steps:\\n((?: {8}- to: .*\\n)+)");

    /** All routes of capabilities, of all files. */
    static List<ShippedRoute> all() throws IOException {
        var all = new ArrayList<ShippedRoute>();
        try (var files = Files.list(Path.of("src/main/resources/routes"))) {
            for (var path : files.sorted().toList()) {
                var text = Files.readString(path);
                ROUTE.matcher(text)
                        .results()
                        .map(
                                each ->
                                        new ShippedRoute(
                                                path.getFileName()
                                                        .toString()
                                                        .replace(".camel.yaml", ""),
                                                each.group(1),
                                                text,
                                                each.group(2).lines().toList()))
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** The text of the file in which the route has these lines. */
    String with(List<String> others) {
        var from = String.join("\n", lines) + "\n";
        int at = text.indexOf(from, text.indexOf("    id: %s\n".formatted(id)));
        return text.substring(0, at)
                + String.join("\n", others)
                + "\n"
                + text.substring(at + from.length());
    }

    @Override
    public String toString() {
        return id;
    }
}
