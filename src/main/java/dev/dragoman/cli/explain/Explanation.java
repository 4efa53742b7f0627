package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why one object is as it is: the cause, and the tree of what it needs. Immutable.
 *
 * @param cause empty when the object is Ready
 */
record Explanation(Known object, Optional<Cause> cause, List<Node> nodes, OperatorState operator) {
    /** Ends the line of the object in trouble. */
    static final String MARK = "   <- the cause";

    /** How many objects the tree has: a spec may name thousands. */
    private static final int MOST = 200;

    /** How deep the tree is. */
    private static final int DEEPEST = 5;

    /**
     * An object in the tree.
     *
     * @param relation how the object above needs it
     */
    record Node(String relation, Known object, List<Node> below) {
        private Map<String, Object> json() {
            var all = Explanation.json(object);
            all.put("relation", relation);
            all.put("needs", below.stream().map(Node::json).toList());
            return all;
        }

        private void add(String before, boolean last, Optional<ObjectKey> at, List<String> out) {
            var mark = at.filter(object.key()::equals).isPresent() ? MARK : "";
            out.add(
                    "%s%s %s %s%s"
                            .formatted(before, last ? "└─" : "├─", relation, shown(object), mark));
            var deeper = before + (last ? "   " : "│  ");
            addAll(below, deeper, at, out);
        }

        private static void addAll(
                List<Node> nodes, String before, Optional<ObjectKey> at, List<String> out) {
            for (int i = 0; i < nodes.size(); i++) {
                nodes.get(i).add(before, i == nodes.size() - 1, at, out);
            }
        }
    }

    /** Explains an object of a fleet. */
    static Explanation of(ObjectKey key, Fleet fleet, OperatorState operator) {
        var object = fleet.whole(key);
        var cause = fleet.causes(operator).of(key);
        var path = new ArrayList<>(List.of(key));
        return new Explanation(
                object, cause, nodes(object, fleet, path, new int[] {MOST}), operator);
    }

    /**
     * The tree below an object.
     *
     * @param left how many more objects it may have
     */
    private static List<Node> nodes(Known above, Fleet fleet, List<ObjectKey> path, int[] left) {
        var all = new ArrayList<Node>();
        for (var need : above.needs()) {
            if (left[0]-- <= 0) {
                break;
            }
            var key = need.key();
            var object = path.size() < DEEPEST ? fleet.whole(key) : fleet.get(key);
            boolean none = need.optional() && object.presence() == Known.Presence.ABSENT;
            if (none || !need.fits(object)) {
                continue;
            }
            var below = new ArrayList<Node>();
            if (path.size() < DEEPEST && !path.contains(key)) {
                path.add(key);
                below.addAll(nodes(object, fleet, path, left));
                path.removeLast();
            }
            fleet.maker(key)
                    .filter(maker -> below.isEmpty() && !path.contains(maker.key()))
                    .ifPresent(maker -> below.add(new Node("written by", maker, List.of())));
            all.add(new Node(need.relation().text(), object, below));
        }
        return all;
    }

    /** Kind with group, namespace, name and state, in one line. */
    private static String shown(Known one) {
        var ready = one.ready();
        var state = one.isThere() && ready.isReady() ? "Ready" : PlainText.oneLine(ready.reason());
        return "%s  %s%s%s"
                .formatted(
                        PlainText.oneLine(one.key().toString()),
                        state,
                        (one.suspended() ? ", suspended" : "")
                                + (one.deleted().isEmpty() ? "" : ", being deleted"),
                        ready.since().isEmpty()
                                ? ""
                                : (ready.isReady() ? " since " : ", not Ready since ")
                                        + PlainText.oneLine(ready.since()));
    }

    /** The first line: the cause, and what to do. */
    String line() {
        if (!object.isThere()) {
            return "%s: %s. Do: %s"
                    .formatted(
                            Cause.shown(object.key()),
                            object.presence().message(),
                            object.presence().next());
        }
        return cause.map(Cause::line).orElseGet(() -> Cause.shown(object.key()) + " is Ready");
    }

    /** All lines. */
    List<String> lines() {
        var out = new ArrayList<String>();
        out.add(line());
        out.add("");
        out.add(shown(object));
        Node.addAll(nodes, "", cause.map(Cause::at), out);
        out.add("");
        detail("Azure id", object.resourceId(), out);
        detail("credential", credential(), out);
        var said = cause.map(Cause::text).or(() -> Optional.of(object.ready().message()));
        var other = cause.map(Cause::at).filter(at -> !at.equals(object.key()));
        var whose = other.map(at -> " of " + Cause.shown(at)).orElse("");
        detail("last answer" + whose, said.filter(each -> !each.isEmpty()), out);
        detail("correlation id", answer().correlationId(), out);
        detail("next try", answer().retry(), out);
        detail("deletion", Optional.of(object.deleted()).filter(each -> !each.isEmpty()), out);
        object.buts().forEach(each -> detail("but", Optional.of(each), out));
        out.add(operator.line());
        operator.problems().forEach(each -> out.add("  " + PlainText.oneLine(each)));
        return out;
    }

    private static void detail(String name, Optional<String> value, List<String> out) {
        value.ifPresent(each -> out.add("%s: %s".formatted(name, PlainText.oneLine(each))));
    }

    /** Where the credential comes from; empty for an object that needs none. */
    private Optional<String> credential() {
        var relation = Need.Relation.CREDENTIAL;
        return object.needs().stream()
                .filter(each -> each.relation() == relation)
                .map(this::credential)
                .findFirst();
    }

    private String credential(Need need) {
        var secret = nodes.stream().map(Node::object).filter(each -> each.key().equals(need.key()));
        return secret.findFirst()
                .map(
                        each ->
                                each.isThere() || !need.optional()
                                        ? need.key().toString()
                                        : "unknown: %s if it exists, else the operator's own"
                                                .formatted(need.key()))
                .orElse("the operator's own");
    }

    /** The state of the object in trouble; that of the object where there is none. */
    private Ready answer() {
        return cause.map(each -> new Ready(false, "", each.message(), "", ""))
                .orElse(object.ready());
    }

    Map<String, Object> json() {
        var all = json(object);
        all.put("line", line());
        credential().ifPresent(each -> all.put("credential", each));
        cause.ifPresent(each -> all.put("cause", each.json()));
        all.put("needs", nodes.stream().map(Node::json).toList());
        all.put("operator", operator.json());
        return all;
    }

    /** An object as JSON. */
    static Map<String, Object> json(Known one) {
        var all = Cause.json(one.key());
        var ready = one.ready();
        all.putAll(
                Json.object(
                        "ready", ready.isReady(),
                        "reason", ready.reason(),
                        "message", ready.message(),
                        "since", ready.since(),
                        "suspended", one.suspended(),
                        "deleted", one.deleted(),
                        "buts", one.buts()));
        one.resourceId().ifPresent(id -> all.put("azureId", id));
        ready.correlationId().ifPresent(id -> all.put("correlationId", id));
        ready.retry().ifPresent(retry -> all.put("nextTry", retry));
        return all;
    }
}
