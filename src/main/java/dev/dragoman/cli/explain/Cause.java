package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The deepest known cause why an object is not Ready. Immutable.
 *
 * @param object the object that is not Ready
 * @param at the object in trouble
 * @param reason reason of the one in trouble, CamelCase
 * @param next what to do; may be empty, where the message says it
 */
record Cause(
        ObjectKey object, ObjectKey at, String reason, String message, String next, String since) {
    /** Reason: the objects wait for each other. */
    static final String CYCLE = "Cycle";

    /** The longest message in the text; JSON has all of it. */
    private static final int LONGEST = 1_000;

    /** The cause of an object in trouble. */
    static Cause of(Known one) {
        var ready = one.ready();
        if (!one.isThere()) {
            return of(one, ready.reason(), ready.message(), one.presence().next());
        }
        var next =
                Reasons.next(one.key(), one.ours(), ready.reason())
                        .orElse(
                                ready.severity().equals("Error")
                                        ? "Correct what the message names; only an edit of the object helps"
                                        : "Do what the message says; it is tried again by itself");
        return of(one, ready.reason(), ready.message(), next);
    }

    /** The cause of an object in trouble, with a reason of these commands. */
    static Cause of(Known one, String reason, String message, String next) {
        return new Cause(one.key(), one.key(), reason, message, next, one.ready().since());
    }

    /** The cause of objects that wait for each other: the same from wherever one begins. */
    static Cause cycle(List<ObjectKey> round) {
        var least = Collections.min(round);
        int from = round.indexOf(least);
        var text =
                Stream.of(round.subList(from, round.size()), round.subList(0, from), List.of(least))
                        .flatMap(List::stream)
                        .map(Cause::shown)
                        .collect(Collectors.joining(", which waits for "));
        var next =
                "Take one of these references out; none of the objects can be made before the others";
        return new Cause(least, least, CYCLE, text, next, "");
    }

    /** The same cause, for an object that waits. */
    Cause of(ObjectKey waiting) {
        return new Cause(waiting, at, reason, message, next, since);
    }

    /** The whole cause in one line, for the object at the beginning of the path. */
    String line() {
        var self = shown(object);
        return "%s %s: %s: %s%s"
                .formatted(
                        self,
                        object.equals(at) ? "is not Ready" : "waits for " + shown(at()),
                        PlainText.oneLine(reason),
                        text(),
                        next.isEmpty() ? "" : ". Do: " + next);
    }

    /**
     * The message in one line, without its last full stop. What users write in it looks like no
     * word of the command.
     */
    String text() {
        return PlainText.oneLine(Excerpt.message(message, LONGEST))
                .replaceFirst("\\.$", "")
                .replace("Do: ", "do: ")
                .replace("<-", "< -");
    }

    /** The cause as JSON. */
    Map<String, Object> json() {
        var all = Json.object("object", json(at()), "reason", reason, "message", message);
        all.put("next", next);
        Optional.of(since)
                .filter(each -> !each.isEmpty())
                .ifPresent(each -> all.put("since", each));
        return all;
    }

    /** Kind, namespace and name, without the group. */
    static String shown(ObjectKey key) {
        var name = key.namespace().isEmpty() ? key.name() : key.namespace() + "/" + key.name();
        return PlainText.oneLine(key.kind() + " " + name);
    }

    /** A key as JSON. */
    static Map<String, Object> json(ObjectKey key) {
        return Json.object(
                "group", key.group(),
                "kind", key.kind(),
                "namespace", key.namespace(),
                "name", key.name());
    }
}
