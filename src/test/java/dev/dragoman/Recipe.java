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
            if (file.contains("/")) {
                // for kustomize
                continue;
            }
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

    /**
     * A shipped file without the lines that begin with minus, and with those with plus at its end.
     */
    private static String changed(String file, String change) {
        var text = read(Path.of("src/main/resources", folder(file), file));
        for (var line : change.lines().toList()) {
            var rest = line.substring(1) + "\n";
            if (line.startsWith("+")) {
                text += rest;
            } else {
                assertThat(line).startsWith("-");
                assertThat(text).contains(rest);
                text = text.replace(rest, "");
            }
        }
        return text;
    }

    private static String folder(String file) {
        return file.endsWith(".template.yaml") ? "namespaces" : "routes";
    }

    /** A setting that the recipe names. */
    public String setting(String variable) {
        var found =
                Pattern.compile("(?m)^" + variable + "=(.*)$")
                        .matcher(read(Path.of("docs/recipes", name + ".md")));
        assertThat(found.find()).as(variable).isTrue();
        return found.group(1);
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
