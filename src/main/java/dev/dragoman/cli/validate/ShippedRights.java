package dev.dragoman.cli.validate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the manifests of a component let the operator do. What they let it write, the admission
 * policy of the component judges.
 *
 * @param use matches settings, files and resources that only an operator with the component has
 * @param rights resources, each with the first letters of its verbs
 */
record ShippedRights(String component, String use, String rights) {
    static final List<ShippedRights> ALL =
            text("shipped.txt")
                    .lines()
                    .map(line -> line.split(" ", 3))
                    .map(part -> new ShippedRights(part[0], part[1], part[2]))
                    .toList();

    /** The text of a file beside this class. */
    static String text(String file) {
        try (var in = ShippedRights.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Whether there is a right to the resource, with a verb that begins with one of the letters.
     */
    boolean has(String resource, String letters) {
        var right = "(^| )%s:\\w*[%s]".formatted(Pattern.quote(resource), letters);
        return Pattern.compile(right).matcher(rights).find();
    }
}
