package dev.dragoman.composition.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Files of a composition {@code shop}, in short. */
public final class Files {
    private Files() {}

    /** A file of a line. */
    public static TemplateText line(String line, String content) {
        return file("shop.%s.object.yaml".formatted(line), content);
    }

    /** A file with rules. */
    public static TemplateText rules(String content) {
        return file("shop.rules.yaml", content);
    }

    static TemplateText file(String name, String content) {
        return new TemplateText(name, "/etc/" + name, content);
    }

    /** A ConfigMap with its values, which are YAML. */
    public static String map(String name, String data) {
        return """
        object:
          apiVersion: v1
          kind: ConfigMap
          metadata: { name: "%s" }
          data: %s
        """
                .formatted(name, data);
    }

    /** What is wrong with files. */
    static List<String> problems(TemplateText... files) {
        var problems = new ArrayList<String>();
        var _ = Templates.of(Arrays.asList(files), problems);
        return problems;
    }

    /** The templates of files with which nothing is wrong. */
    public static Templates templates(Stream<TemplateText> files) {
        var problems = new ArrayList<String>();
        var all = Templates.of(files.toList(), problems);
        assertThat(problems).isEmpty();
        return all.get("shop");
    }

    /** The same of an array. */
    public static Templates templates(TemplateText... files) {
        return templates(Stream.of(files));
    }
}
