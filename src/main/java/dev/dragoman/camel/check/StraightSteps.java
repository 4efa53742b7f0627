package dev.dragoman.camel.check;

import dev.dragoman.camel.check.Reach.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * Checks the fields and steps of a capability's route, and of routes that it calls. Allowed are
 * steps that run once, without a wait, on the message of the reconciliation, and that leave
 * failures to the operator. All fields and steps that are not listed here are refused, also new
 * ones of a later Camel version.
 */
final class StraightSteps {
    /**
     * Allowed fields of a route. Other fields would keep the route from running, or handle its
     * failures.
     */
    private static final Set<String> ROUTE =
            Set.of("id", "description", "note", "routeConfigurationId", "from");

    private static final String ERROR_HANDLER = "errorHandler";

    private static final Set<String> FROM = Set.of("id", "description", "note", "uri", "steps");

    /**
     * Allowed fields of a line. Other fields would change the line's input or result, or whether it
     * runs.
     */
    private static final Set<String> LINE =
            Set.of("id", "description", "note", "uri", YamlFile.PARAMETERS);

    private static final Set<String> STEPS =
            Set.of(
                    "choice",
                    "convertBodyTo",
                    "convertHeaderTo",
                    "convertVariableTo",
                    "filter",
                    "kamelet",
                    "log",
                    "marshal",
                    "pipeline",
                    "removeHeader",
                    "removeHeaders",
                    "removeProperties",
                    "removeProperty",
                    "removeVariable",
                    "setBody",
                    "setHeader",
                    "setHeaders",
                    "setProperty",
                    "setVariable",
                    "setVariables",
                    "sort",
                    "step",
                    "stop",
                    "throwException",
                    "to",
                    "toD",
                    "transform",
                    "unmarshal",
                    "validate");

    /** Fields and steps that handle a failure, so that the operator would not see it. */
    private static final Set<String> HANDLERS =
            Set.of(
                    "doTry",
                    "onException",
                    "onCompletion",
                    ERROR_HANDLER,
                    "intercept",
                    "interceptFrom",
                    "rollback");

    /** Steps that run other steps on a copy of the message, or more than once. */
    private static final Set<String> COPIES =
            Set.of("split", "multicast", "wireTap", "loop", "enrich", "claimCheck");

    /** Steps that wait, or drop messages. */
    private static final Set<String> WAITS =
            Set.of("delay", "throttle", "sample", "poll", "pollEnrich");

    private StraightSteps() {}

    /**
     * Reports all fields and steps that are not allowed.
     *
     * @param called false for the route of a capability; true for a route that it calls
     */
    static List<Diagnostic> check(Unit unit, boolean called) {
        var problems = new ArrayList<Diagnostic>();
        var route = inner(unit);
        for (var field : YamlFile.entries(route)) {
            var name = YamlFile.text(field.getKeyNode());
            if (!ROUTE.contains(name) && !(called && name.equals(ERROR_HANDLER))) {
                problems.add(refused(unit, field));
            }
        }
        var from = YamlFile.field(route, "from");
        from.ifPresent(
                node ->
                        YamlFile.entries(node).stream()
                                .filter(each -> !FROM.contains(YamlFile.text(each.getKeyNode())))
                                .forEach(each -> problems.add(refused(unit, each))));
        from.flatMap(node -> EndpointAddress.sent(unit.file(), node))
                .filter(address -> !address.base().equals(address.uri()))
                .ifPresent(
                        address ->
                                problems.add(
                                        address.problem(
                                                "%s must begin with an address without options; write '%s'",
                                                unit.label(), address.base())));
        steps(unit).forEach(step -> step(unit, step, problems));
        return problems;
    }

    /** Reports fields that a line may not have. */
    static List<Diagnostic> line(Unit unit, Node to) {
        return YamlFile.entries(to).stream()
                .filter(each -> !LINE.contains(YamlFile.text(each.getKeyNode())))
                .map(
                        each ->
                                unit.problem(
                                        each.getKeyNode(),
                                        "'%s' is not for a line of a capability, which may have uri, parameters, description and id; leave it out",
                                        YamlFile.text(each.getKeyNode())))
                .toList();
    }

    /** The steps that stand directly in the route, one below the other. */
    static List<Node> steps(Unit unit) {
        return YamlFile.field(inner(unit), "from")
                .flatMap(from -> YamlFile.field(from, "steps"))
                .map(YamlFile::items)
                .orElse(List.of());
    }

    /**
     * The node with the route's fields: the value of the field {@code route}, if the unit has it.
     */
    static Node inner(Unit unit) {
        return YamlFile.field(unit.part(), "route").orElse(unit.part());
    }

    private static void step(Unit unit, Node step, List<Diagnostic> problems) {
        for (var field : YamlFile.entries(step)) {
            if (STEPS.contains(YamlFile.text(field.getKeyNode()))) {
                within(unit, field.getValueNode(), problems);
            } else {
                problems.add(refused(unit, field));
            }
        }
    }

    /** Checks the steps in the branches of a step. */
    private static void within(Unit unit, Node step, List<Diagnostic> problems) {
        for (var branch : branches(step)) {
            YamlFile.field(branch, "steps").stream()
                    .flatMap(steps -> YamlFile.items(steps).stream())
                    .forEach(each -> step(unit, each, problems));
        }
    }

    private static List<Node> branches(Node step) {
        var all = new ArrayList<>(List.of(step));
        YamlFile.field(step, "when").ifPresent(when -> all.addAll(YamlFile.items(when)));
        YamlFile.field(step, "otherwise").ifPresent(all::add);
        return all;
    }

    private static Diagnostic refused(Unit unit, NodeTuple field) {
        var name = YamlFile.text(field.getKeyNode());
        return unit.problem(field.getKeyNode(), reason(name), name);
    }

    private static String reason(String name) {
        if (HANDLERS.contains(name)) {
            return "'%s' would handle failures, which only the operator handles and shows; leave it out";
        }
        if (COPIES.contains(name)) {
            return "'%s' works on copies or more than once, but lines of a reconciliation run once, on one message. Put the step into a route of your own";
        }
        if (WAITS.contains(name)) {
            return "'%s' waits or drops messages, but a reconciliation must continue at once. Put the step into a route of your own";
        }
        return "'%s' is not for the route of a capability, nor for routes that it calls; leave it out. Allowed steps are "
                + String.join(", ", new TreeSet<>(STEPS));
    }

    /** The address of a step {@code to}; empty when the step is another one. */
    static Optional<EndpointAddress> sent(Unit unit, Node step) {
        return YamlFile.field(step, "to").flatMap(to -> EndpointAddress.sent(unit.file(), to));
    }
}
