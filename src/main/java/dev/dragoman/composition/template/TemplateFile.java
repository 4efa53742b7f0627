package dev.dragoman.composition.template;

import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Expression;
import dev.dragoman.expression.Scope;
import dev.dragoman.expression.TextTemplate;
import dev.dragoman.kube.object.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads one file of a composition. Collects its problems. Not thread-safe. */
final class TemplateFile {
    private static final int DEEPEST = 50;
    private static final int LONGEST = 256 * 1024;
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(LONGEST).setAllowDuplicateKeys(false).build();

    /** Where an expression reads a variable whose name is a word of the language. */
    private static final Pattern WORD =
            Pattern.compile("reserved identifier: (\\w+)|(?<![\\w.])(in|true|false|null)[.\\[]");

    private static final Set<String> OPTIONS =
            Set.of("object", "when", "each", "keep", "missing", "elsewhere", "open", "ready");
    private static final String STATUS = "status";
    private static final Set<String> OF_THE_OPERATOR =
            Set.of("conditions", "objects", "dragoman", "observedGeneration");
    private static final Scope OF_RULES =
            Scope.of(
                    Set.of(
                            TemplateCheck.OBJECT,
                            TemplateCheck.CLUSTER,
                            TemplateCheck.PLATFORM,
                            Templates.PEERS));

    private final TemplateText file;
    private final List<String> problems;
    private Map<String, Node> options = Map.of();

    TemplateFile(TemplateText file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** The template; empty, with a problem, when it names no object. */
    Optional<Template> template(String line, Scope scope) {
        var root = root();
        if (root.isEmpty()) {
            return Optional.empty();
        }
        options = entries(root.get());
        for (var key : options.keySet()) {
            if (!OPTIONS.contains(key)) {
                var there = String.join(", ", new TreeSet<>(OPTIONS));
                problem(options.get(key), "'%s' is no option; there are %s", key, there);
            }
        }
        if (!options.containsKey("object")) {
            problem(1, "the file has no 'object:'; write the object there");
            return Optional.empty();
        }
        var object = part(options.get("object"), scope, DEEPEST);
        if (!(object instanceof Part.Entries)) {
            problem(object.line(), "'object' must be a Kubernetes object");
            return Optional.empty();
        }
        return Optional.of(
                new Template(
                        line,
                        file.path(),
                        literal(object, "apiVersion"),
                        literal(object, "kind"),
                        part("when", scope),
                        part("each", scope),
                        part("keep", scope),
                        flag("missing"),
                        choice("elsewhere", "false", "true", "any").orElse("false"),
                        flag("open"),
                        choice("ready", "existence").isPresent(),
                        object));
    }

    /** What the status shows; empty, with a problem, when the file says nothing of it. */
    Optional<Template> status(Map<String, Template> lines, Scope scope) {
        var part = root().map(each -> part(each, scope, DEEPEST)).orElse(null);
        if (part == null || !(part.at(STATUS) instanceof Part.Entries fields)) {
            problem(1, "write the fields of the status below 'status:'");
            return Optional.empty();
        }
        if (((Part.Entries) part).entries().size() > 1) {
            problem(part.line(), "the file has 'status:' and nothing else; remove the rest");
        }
        for (var each : fields.entries().entrySet()) {
            if (OF_THE_OPERATOR.contains(each.getKey())) {
                var text = "status.%s is the operator's; choose another name";
                problem(each.getValue().line(), text, each.getKey());
            }
        }
        var none = Optional.<Part>empty();
        var template =
                new Template(
                        STATUS,
                        file.path(),
                        "",
                        "",
                        none,
                        none,
                        none,
                        false,
                        "",
                        true,
                        false,
                        fields);
        TemplateCheck.references(template, lines, problems);
        return Optional.of(template);
    }

    private Optional<Part> part(String option, Scope scope) {
        return Optional.ofNullable(options.get(option)).map(each -> part(each, scope, DEEPEST));
    }

    private String literal(Part object, String field) {
        var part = object.at(field);
        if (part instanceof Part.Literal(var _, String text) && !text.isBlank()) {
            return text;
        }
        var problem = " must be a literal text, so that it is known what is made";
        problem(part == null ? object.line() : part.line(), field + problem);
        return "";
    }

    private boolean flag(String option) {
        return choice(option, "false", "true").equals(Optional.of("true"));
    }

    private Optional<String> choice(String option, String... values) {
        var node = options.get(option);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode text && List.of(values).contains(text.getValue())) {
            return Optional.of(text.getValue());
        }
        problem(node, "'%s' must be %s", option, String.join(" or ", values));
        return Optional.empty();
    }

    /** The rules, without those that have a problem. */
    List<Rule> rules() {
        var all = new ArrayList<Rule>();
        var root = root().orElse(null);
        if (root instanceof SequenceNode list) {
            list.getValue().forEach(each -> rule(each).ifPresent(all::add));
        } else if (root != null) {
            problem(1, "write a list of rules, each with rule, reason and message");
        }
        return all;
    }

    private Optional<Rule> rule(Node node) {
        var texts = new LinkedHashMap<String, String>();
        for (var each : entries(node).entrySet()) {
            texts.put(
                    each.getKey(),
                    each.getValue() instanceof ScalarNode text ? text.getValue() : "");
        }
        var peers = Optional.ofNullable(texts.remove(Templates.PEERS));
        if (peers.isPresent() && !peers.get().equals("namespace")) {
            problem(node, "'peers' must be namespace; without it, they are those of the cluster");
        }
        if (!texts.keySet().equals(Set.of("rule", "reason", "message"))
                || !texts.get("reason").matches("[A-Z][A-Za-z0-9]{0,99}")) {
            problem(
                    node,
                    "a rule has three texts: rule, reason (CamelCase) and message, and may have 'peers: namespace'");
            return Optional.empty();
        }
        switch (Expression.check(texts.get("rule"), OF_RULES)) {
            case Checked.Wrong(var message) -> problem(node, "rule: " + message);
            case Checked.Right(var rule) -> {
                for (var read : rule.references()) {
                    var why = TemplateCheck.unreadable(read);
                    if (!why.isEmpty()) {
                        problem(node, "rule: " + why);
                        return Optional.empty();
                    }
                }
                if (Set.of(Expression.Result.BOOL, Expression.Result.OPEN)
                        .contains(rule.result())) {
                    var reason = texts.get("reason");
                    var text = texts.get("message");
                    boolean near = peers.isPresent();
                    return Optional.of(new Rule(file.path(), line(node), rule, near, reason, text));
                }
                problem(node, "rule: it must give true or false");
            }
        }
        return Optional.empty();
    }

    /** The root of the file's single document; empty, with a problem, when it has none. */
    private Optional<Node> root() {
        try {
            var all = new ArrayList<Node>();
            new Compose(SETTINGS).composeAllFromString(file.content()).forEach(all::add);
            if (all.size() == 1) {
                return Optional.of(all.getFirst());
            }
            problem(
                    1,
                    "the file has %d documents; write one, and another file for each other object",
                    all.size());
        } catch (MarkedYamlEngineException broken) {
            problem(
                    broken.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1),
                    "not YAML: " + broken.getProblem());
        } catch (YamlEngineException broken) {
            problem(1, "not YAML: " + broken.getMessage().lines().findFirst().orElse(""));
        } catch (StackOverflowError deep) {
            problem(1, "nested too deeply");
        }
        return Optional.empty();
    }

    private void problem(int line, String text, Object... values) {
        problems.add(file.problem(line, text, values));
    }

    private void problem(Node node, String text, Object... values) {
        problem(line(node), text, values);
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** The entries of a mapping in their order; empty, with a problem, for another node. */
    private Map<String, Node> entries(Node node) {
        var all = new LinkedHashMap<String, Node>();
        if (!(node instanceof MappingNode map)) {
            problem(node, "write keys with values here");
            return all;
        }
        for (var entry : map.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key && !key.getValue().contains("${")) {
                if (all.put(key.getValue(), entry.getValueNode()) != null) {
                    problem(key, "the key %s stands twice", key.getValue());
                }
            } else {
                problem(entry.getKeyNode(), "a key must be a plain text without expressions");
            }
        }
        return all;
    }

    /** A node as a part. Texts with expressions are checked. */
    private Part part(Node node, Scope scope, int left) {
        int line = line(node);
        if (left == 0) {
            return none(node, "nested too deeply");
        }
        if (node.getAnchor().isPresent()) {
            return none(node, "anchors and aliases are not read; write the value");
        }
        return switch (node) {
            case MappingNode map -> {
                var all = new LinkedHashMap<String, Part>();
                entries(map).forEach((key, each) -> all.put(key, part(each, scope, left - 1)));
                yield new Part.Entries(line, all);
            }
            case SequenceNode list -> {
                var all = new ArrayList<Part>();
                list.getValue().forEach(each -> all.add(part(each, scope, left - 1)));
                yield new Part.Items(line, all);
            }
            case ScalarNode text when text.getValue().contains("${") -> text(text, scope);
            case ScalarNode text -> value(text);
            default -> none(node, "this is no value");
        };
    }

    private Part none(Node node, String why, Object... values) {
        problem(node, why, values);
        return new Part.Literal(line(node), null);
    }

    /** The mistake, with the way out where a line has the name of a word of the language. */
    private String unreadable(ScalarNode node, Scope scope, String why) {
        var word = WORD.matcher(why + "\n" + node.getValue());
        var line = word.find() ? word.group(1) == null ? word.group(2) : word.group(1) : "";
        return scope.variables().contains(line)
                ? why.replace("; correct it", "")
                        + "; no expression can read the line '%s', whose name is a word of the language: rename %s.%s.object.yaml, and the line in the route"
                                .formatted(line, file.name().replaceFirst("\\..*", ""), line)
                : why;
    }

    private Part text(ScalarNode node, Scope scope) {
        return switch (TextTemplate.parse(node.getValue(), scope)) {
            case TextTemplate.Parsed.Wrong(var why) ->
                    none(node, unreadable(node, scope, why.replaceFirst("^line 1, ", "")));
            case TextTemplate.Parsed.Right(var text) when text.isLiteral() ->
                    new Part.Literal(line(node), text.literal());
            case TextTemplate.Parsed.Right(var text) -> new Part.Text(line(node), text);
        };
    }

    private Part value(ScalarNode node) {
        try {
            var value =
                    new StandardConstructor(SETTINGS).constructSingleDocument(Optional.of(node));
            if (!(value instanceof Double number) || Double.isFinite(number)) {
                return new Part.Literal(line(node), value);
            }
        } catch (RuntimeException unfit) {
            // told below
        }
        return none(
                node,
                "'%s' is no text, number or truth value; write it in quotation marks, without a tag",
                Excerpt.value(node.getValue()));
    }
}
