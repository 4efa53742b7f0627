package dev.dragoman;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The files that docs/compositions.md shows. */
public final class CompositionsPage {
    /** Name of the page's composition. */
    public static final String NAME = "webapplications";

    private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\\n# (\\S+)\\n(.*?)```");

    private CompositionsPage() {}

    /** Texts by the name of the file. */
    public static Map<String, String> files() {
        var all = new LinkedHashMap<String, String>();
        try {
            var page = Files.readString(Path.of("docs/compositions.md"));
            for (var block = BLOCK.matcher(page); block.find(); ) {
                all.put(block.group(1), block.group(2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Writes the overlays. */
    public static void write(Path directory) throws IOException {
        for (var each : files().entrySet()) {
            if (each.getKey().startsWith(NAME + ".")) {
                Files.writeString(directory.resolve(each.getKey()), each.getValue());
            }
        }
    }
}
