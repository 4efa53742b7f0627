package dev.dragoman.composition.template;

import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A file as it was read.
 *
 * @param name name of the file, such as {@code teams.identity.object.yaml}
 * @param path for messages
 */
public record TemplateText(String name, String path, String content) {
    /** A file of a team. */
    public static TemplateText of(Path path, String content) {
        return new TemplateText(path.getFileName().toString(), path.toString(), content);
    }

    /** A mistake at a line of this file, as one text: what is wrong, and what to do. */
    public String problem(int line, String text, Object... values) {
        return problem(path, line, text, values);
    }

    /**
     * A mistake at a line of a file.
     *
     * @param text a format, when there are values; otherwise the text itself
     */
    static String problem(String path, int line, String text, Object... values) {
        return "%s:%d: %s".formatted(path, line, text(text, values));
    }

    /** The text with the values, if there are any. */
    static String text(String text, Object[] values) {
        return values.length == 0 ? text : text.formatted(values);
    }

    /**
     * The documents of the file.
     *
     * @throws YamlEngineException while they are read, when the file is not YAML
     */
    public Iterable<Object> documents() {
        return new Load(LoadSettings.builder().build()).loadAllFromString(content);
    }

    /** The name without its end. */
    String stem(String suffix) {
        return name.substring(0, name.length() - suffix.length());
    }
}
