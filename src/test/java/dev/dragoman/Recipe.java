package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A recipe as it stands in docs/recipes: overlays, changes of shipped routes, and manifests. */
public final class Recipe {
    private static final Pattern BLOCK = Pattern.compile("(?s)```(yaml|diff)\n# (\\S+)\n(.*?)```");

    /** Lines that a platform engineer writes for one change, at most. */
    private static final int MOST = 15;

    private final String name;

    private Recipe(String name) {
        this.name = name;
    }

    /** The one of that name. */
    public static Recipe of(String name) {
        return new Recipe(name);
    }

    /**
     * Puts overlays where the operator looks.
     *
     * @param apply gets each manifest
     * @return the files
     */
    public List<Path> into(Path directory, Consumer<String> apply) {
        var files = new ArrayList<Path>();
        var found = BLOCK.matcher(read(Path.of("docs/recipes", name + ".md")));
        while (found.find()) {
            var file = found.group(2);
            if (!file.endsWith(".yaml")) {
                apply.accept(found.group(3));
                continue;
            }
            assertThat(found.group(3).lines().count()).as(file).isLessThanOrEqualTo(MOST);
            var text =
                    found.group(1).equals("diff") ? changed(file, found.group(3)) : found.group(3);
            files.add(write(directory.resolve(file), text));
        }
        assertThat(files).as("files of " + name).isNotEmpty();
        return files;
    }

    /** A shipped route without the lines of a change, which begin with minus. */
    private static String changed(String file, String change) {
        var text = read(Path.of("src/main/resources/routes", file));
        for (var line : change.lines().toList()) {
            assertThat(line).startsWith("-");
            assertThat(text).contains(line.substring(1) + "\n");
            text = text.replace(line.substring(1) + "\n", "");
        }
        return text;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
