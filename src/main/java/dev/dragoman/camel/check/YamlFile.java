package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StepsRoute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A parsed YAML file with line numbers. Uses the same parser as Camel.
 *
 * @param path path of the file
 * @param root root node, with the positions of all nodes
 * @param data content of the file as JSON
 * @param before number of lines that were put before those of the file: a file of steps is parsed
 *     as the route into which it is converted
 */
record YamlFile(Path path, Node root, JsonNode data, int before) {
    /** Field with the options of an endpoint or of a kamelet, by their names. */
    static final String PARAMETERS = "parameters";

    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    /**
     * Maximum number of nested levels; no readable route has so many. Limited because the code that
     * walks files is recursive.
     */
    private static final int DEEPEST = 200;

    /**
     * Maximum number of nodes; no useful file has more. With aliases, a short file may have
     * billions.
     */
    private static final int MOST = 200_000;

    /** Thrown when a file cannot be used: it is not YAML, not readable, empty or too large. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Diagnostic problem;

        private Broken(Path path, int line, String reason) {
            super(reason);
            problem = new Diagnostic(path, line, false, reason);
        }

        Diagnostic problem() {
            return problem;
        }
    }

    static YamlFile parse(Path path) throws Broken {
        return parse(path, read(path));
    }

    private static String read(Path path) throws Broken {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new Broken(path, 1, "not readable: " + e.getMessage());
        }
    }

    /**
     * Parses an overlay; a file of steps as the route into which it is converted.
     *
     * @throws Broken when the file is not YAML, or steps are not a list
     */
    static YamlFile of(Path path) throws Broken {
        var alone = parse(path);
        var steps = Overlays.Steps.of(path);
        if (steps.isPresent() && !(alone.root() instanceof SequenceNode)) {
            throw new Broken(
                    path,
                    lineOf(alone.root()),
                    "a file of steps must be a list of steps, such as: - log: hello");
        }
        return steps.isEmpty()
                ? alone
                : parse(path, StepsRoute.text(steps.get(), read(path)), StepsRoute.LINES);
    }

    /** Whether this is a file of steps. */
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
                throw new Broken(path, 1, "the file is empty");
            }
            return new YamlFile(path, root.get(), new ObjectMapper().valueToTree(data), before);
        } catch (StackOverflowError e) {
            throw tooLarge(path);
        } catch (MarkedYamlEngineException e) {
            var line = e.getProblemMark().map(m -> m.getLine() + 1 - before).orElse(1);
            throw new Broken(path, line, "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new Broken(path, 1, "not readable: " + e.getMessage());
        }
    }

    private static Broken tooLarge(Path path) {
        return new Broken(
                path,
                1,
                "is nested more than %d levels deep, or has more than %d parts; each use of an alias and each nested function counts. Make the file smaller"
                        .formatted(DEEPEST, MOST));
    }

    /**
     * Whether the node is within the limits. Aliases may form cycles, or repeat parts that contain
     * aliases again.
     *
     * @param above number of nodes above this node
     * @param left number of parts that the file may still have; this method decreases it
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
     * The number of parts that the functions of a text count as. Functions may nest, so each
     * function counts as one part for each hundred characters of the whole text.
     */
    private static int functions(String text) {
        long begins = 0;
        for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
            begins++;
        }
        return (int) Math.min(MOST + 1L, begins * text.length() / 100);
    }

    /** Names of the properties that a kamelet declares; empty for other files. */
    Set<String> properties() {
        var names = new TreeSet<String>();
        data.path("spec")
                .path("definition")
                .path("properties")
                .fieldNames()
                .forEachRemaining(names::add);
        return names;
    }

    /** The texts of a node at any depth, except keys, in the order of the file. */
    static Stream<ScalarNode> texts(Node node) {
        return switch (node) {
            case ScalarNode text -> Stream.of(text);
            case SequenceNode list -> list.getValue().stream().flatMap(YamlFile::texts);
            default -> entries(node).stream().flatMap(each -> texts(each.getValueNode()));
        };
    }

    /** The fields of a node at any depth, except options of endpoints, in the order of the file. */
    static Stream<NodeTuple> fields(Node node) {
        var own =
                entries(node).stream()
                        .flatMap(
                                each ->
                                        PARAMETERS.equals(text(each.getKeyNode()))
                                                ? Stream.of(each)
                                                : Stream.concat(
                                                        Stream.of(each),
                                                        fields(each.getValueNode())));
        return Stream.concat(items(node).stream().flatMap(YamlFile::fields), own);
    }

    /** The fields of a mapping; none of another node. */
    static List<NodeTuple> entries(Node node) {
        return node instanceof MappingNode map ? map.getValue() : List.of();
    }

    /** The elements of a list; none of another node. */
    static List<Node> items(Node node) {
        return node instanceof SequenceNode list ? list.getValue() : List.of();
    }

    /** The location under which Camel has loaded the file. */
    String source() {
        return Overlays.Steps.of(path).map(StepsRoute::location).orElseGet(() -> path.toString());
    }

    String name() {
        return path.getFileName().toString();
    }

    /**
     * A problem at a line.
     *
     * @param reason a format, when there are values; otherwise the text itself
     */
    Diagnostic problem(int line, String reason, Object... values) {
        return new Diagnostic(path, Math.max(1, line - before), false, reason, values);
    }

    Diagnostic problem(Node node, String reason, Object... values) {
        return problem(lineOf(node), reason, values);
    }

    /** As {@link #problem}, of a file that works, but probably not as its author meant. */
    Diagnostic warning(int line, String reason, Object... values) {
        return new Diagnostic(path, Math.max(1, line - before), true, reason, values);
    }

    /** The line of the deepest node on the path that exists; for a field, the line of its key. */
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

    /**
     * The line of a character in a literal scalar; in another scalar, the line of its beginning.
     */
    int line(ScalarNode scalar, int index) {
        int first = lineOf(scalar);
        return scalar.getScalarStyle() == ScalarStyle.LITERAL
                ? first + scalar.getValue().substring(0, index).split("\n", -1).length
                : first;
    }

    /** The value of a field; empty when the node is not a mapping or lacks the field. */
    static Optional<Node> field(Node node, String name) {
        return entries(node).stream()
                .filter(entry -> name.equals(text(entry.getKeyNode())))
                .map(NodeTuple::getValueNode)
                .findFirst();
    }

    static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
