package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A function of Camel's language simple, {@code ${function}}, anywhere in a file.
 *
 * @param function the text between the braces
 */
record SimpleText(YamlFile file, int line, String function) {
    private static final List<String> BEGINS = List.of("${", "$simple{");

    /** Fields whose text Camel does not read as an expression. */
    private static final Set<String> PLAIN = Set.of("constant", "description", "title", "note");

    static List<SimpleText> of(YamlFile file) {
        return of(file, file.root());
    }

    /** All functions in a part of the file. */
    static List<SimpleText> of(YamlFile file, Node from) {
        var found = new ArrayList<SimpleText>();
        walk(file, from, found);
        return found;
    }

    private static void walk(YamlFile file, Node node, List<SimpleText> found) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> walk(file, item, found));
            Templates.of(file, list).forEach(template -> texts(file, template, found));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                var key = YamlFile.text(entry.getKeyNode());
                if (YamlFile.PARAMETERS.equals(key)) {
                    options(file, entry.getValueNode(), found);
                } else if (!PLAIN.contains(key)) {
                    walk(file, entry.getValueNode(), found);
                }
            }
        } else if (node instanceof ScalarNode scalar) {
            texts(file, scalar, found);
        }
    }

    /** Looks into all options, because an option may have the name of a field in {@link #PLAIN}. */
    private static void options(YamlFile file, Node options, List<SimpleText> found) {
        if (options instanceof MappingNode map) {
            map.getValue().forEach(entry -> walk(file, entry.getValueNode(), found));
        } else {
            walk(file, options, found);
        }
    }

    private static void texts(YamlFile file, ScalarNode scalar, List<SimpleText> found) {
        var text = scalar.getValue();
        for (var begin : BEGINS) {
            for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
                int from = at + begin.length();
                var function = text.substring(from, end(text, from)).strip();
                found.add(new SimpleText(file, file.line(scalar, at), function));
            }
        }
    }

    /** Index of the closing brace. Functions may contain functions. */
    private static int end(String text, int from) {
        int open = 1;
        for (int i = from; i < text.length(); i++) {
            open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (open == 0) {
                return i;
            }
        }
        return text.length();
    }

    Diagnostic problem(String reason, Object... values) {
        return file.problem(line, reason, values);
    }
}
