package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StepsRoute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A parsed file that knows its lines. Parsed with the parser that Camel uses.
 *
 * @param path where it is
 * @param root its nodes, with marks
 * @param data its content as JSON
 * @param before lines that stand before those of the file: a file of steps is read as the route
 *     that it becomes
 */
record YamlFile(Path path, Node root, JsonNode data, int before) {
    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    /**
     * Deeper than any route that somebody reads; what walks through a file does so by recursion.
     */
    private static final int DEEPEST = 200;

    /** More than any file has; with aliases a short one may have thousands of millions. */
    private static final int MOST = 200_000;

    /** A file that is no YAML. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Diagnostic problem;

        private Broken(Diagnostic problem) {
            super(problem.toString());
            this.problem = problem;
        }

        Diagnostic problem() {
            return problem;
        }
    }

    static YamlFile parse(Path path) throws Broken {
        try {
            return parse(path, Files.readString(path));
        } catch (IOException e) {
            throw new Broken(new Diagnostic(path.toString(), 1, "not readable: " + e.getMessage()));
        }
    }

    /**
     * A file of steps, as the route that it becomes.
     *
     * @throws Broken when it is no YAML, or no list
     */
    static YamlFile steps(Overlays.Steps file) throws Broken {
        var alone = parse(file.path());
        if (!(alone.root() instanceof SequenceNode)) {
            throw new Broken(
                    new Diagnostic(
                            file.path().toString(),
                            lineOf(alone.root()),
                            "a file of steps is a list of steps, such as: - log: hello"));
        }
        try {
            return parse(
                    file.path(),
                    StepsRoute.text(file, Files.readString(file.path())),
                    StepsRoute.LINES);
        } catch (IOException e) {
            throw new Broken(
                    new Diagnostic(file.path().toString(), 1, "not readable: " + e.getMessage()));
        }
    }

    /** Whether it is a file of steps. */
    boolean isSteps() {
        return before > 0;
    }

    static YamlFile parse(Path path, String text) throws Broken {
        return parse(path, text, 0);
    }

    private static YamlFile parse(Path path, String text, int before) throws Broken {
        try {
            var root = new Compose(SETTINGS).composeString(text);
            if (root.isPresent() && !isSmall(root.get(), 0, new AtomicInteger(MOST))) {
                throw tooLarge(path);
            }
            var data = new Load(SETTINGS).loadFromString(text);
            if (root.isEmpty() || data == null) {
                throw new Broken(new Diagnostic(path.toString(), 1, "the file is empty"));
            }
            return new YamlFile(path, root.get(), new ObjectMapper().valueToTree(data), before);
        } catch (StackOverflowError e) {
            throw tooLarge(path);
        } catch (MarkedYamlEngineException e) {
            var line = e.getProblemMark().map(m -> m.getLine() + 1 - before).orElse(1);
            throw new Broken(new Diagnostic(path.toString(), line, "not YAML: " + e.getProblem()));
        } catch (YamlEngineException e) {
            throw new Broken(new Diagnostic(path.toString(), 1, "not readable: " + e.getMessage()));
        }
    }

    private static Broken tooLarge(Path path) {
        return new Broken(
                new Diagnostic(
                        path.toString(),
                        1,
                        "nested more than %d deep, or of more than %d parts, with what aliases repeat and functions hold, as no route is"
                                .formatted(DEEPEST, MOST)));
    }

    /**
     * Whether it has an end soon: an alias may lead back, or repeat what repeats.
     *
     * @param left parts that it may still have
     */
    private static boolean isSmall(Node node, int above, AtomicInteger left) {
        if (above > DEEPEST || left.decrementAndGet() < 0) {
            return false;
        }
        return switch (node) {
            case SequenceNode list ->
                    list.getValue().stream().allMatch(each -> isSmall(each, above + 1, left));
            case MappingNode map ->
                    map.getValue().stream()
                            .allMatch(each -> isSmall(each.getValueNode(), above + 1, left));
            case ScalarNode scalar -> left.addAndGet(-functions(scalar.getValue())) >= 0;
            default -> true;
        };
    }

    /**
     * Functions of a text may nest, so each is up to as long as the text: a part a hundred letters.
     */
    private static int functions(String text) {
        long begins = 0;
        for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
            begins++;
        }
        return (int) Math.min(MOST + 1L, begins * text.length() / 100);
    }

    /** Names of the properties that a kamelet declares. */
    Set<String> properties() {
        var names = new TreeSet<String>();
        data.path("spec")
                .path("definition")
                .path("properties")
                .fieldNames()
                .forEachRemaining(names::add);
        return names;
    }

    /** Lines in which a field of the name stands, anywhere below. */
    static List<Integer> keys(Node node, String name) {
        var found = new ArrayList<Integer>();
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(each -> found.addAll(keys(each, name)));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                if (name.equals(text(entry.getKeyNode()))) {
                    found.add(lineOf(entry.getKeyNode()));
                }
                found.addAll(keys(entry.getValueNode(), name));
            }
        }
        return found;
    }

    /** Where Camel thinks that it is. */
    String source() {
        return Overlays.Steps.of(path).map(StepsRoute::location).orElseGet(() -> path.toString());
    }

    String name() {
        return path.getFileName().toString();
    }

    Diagnostic problem(int line, String reason) {
        return new Diagnostic(path.toString(), Math.max(1, line - before), reason);
    }

    /** Line of the deepest node on the path that exists; of a field, its key's line. */
    int line(List<Object> steps) {
        var here = root;
        int line = lineOf(here);
        for (var step : steps) {
            if (here instanceof MappingNode map) {
                var entry =
                        map.getValue().stream()
                                .filter(t -> step.toString().equals(text(t.getKeyNode())))
                                .findFirst();
                if (entry.isEmpty()) {
                    return line;
                }
                line = lineOf(entry.get().getKeyNode());
                here = entry.get().getValueNode();
            } else if (here instanceof SequenceNode list
                    && step instanceof Integer index
                    && index < list.getValue().size()) {
                here = list.getValue().get(index);
                line = lineOf(here);
            } else {
                return line;
            }
        }
        return line;
    }

    static int lineOf(Node node) {
        return node.getStartMark().map(m -> m.getLine() + 1).orElse(1);
    }

    /** Line of a character of a scalar; of a folded one, where the scalar begins. */
    int line(ScalarNode scalar, int index) {
        int first = lineOf(scalar);
        return scalar.getScalarStyle() == ScalarStyle.LITERAL
                ? first
                        + 1
                        + (int)
                                scalar.getValue()
                                        .substring(0, index)
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count()
                : first;
    }

    /** The field's value, when the node has fields and this one among them. */
    static Optional<Node> field(Node node, String name) {
        return node instanceof MappingNode map
                ? map.getValue().stream()
                        .filter(entry -> name.equals(text(entry.getKeyNode())))
                        .map(entry -> entry.getValueNode())
                        .findFirst()
                : Optional.empty();
    }

    static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
