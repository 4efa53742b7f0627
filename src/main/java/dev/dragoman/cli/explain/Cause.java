package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The deepest known cause why an object is not Ready. Immutable.
 *
 * @param path from the object to the one in trouble, both included
 * @param reason reason of the last one, CamelCase
 * @param next what to do; may be empty, where the message says it
 */
record Cause(List<ObjectKey> path, String reason, String message, String next, String since) {
    /** Reason: the objects wait for each other. */
    static final String CYCLE = "Cycle";

    Cause {
        path = List.copyOf(path);
    }

    /** The cause of an object in trouble, at the end of the path. */
    static Cause of(List<ObjectKey> path, Ready ready) {
        var next =
                Reasons.next(path.getLast().kind(), ready.reason())
                        .orElse(
                                ready.severity().equals("Error")
                                        ? "Correct what the message names; only an edit of the object helps"
                                        : "Do what the message says; it is tried again by itself");
        return new Cause(path, ready.reason(), ready.message(), next, ready.since());
    }

    /** The cause of objects that wait for each other. */
    static Cause cycle(List<ObjectKey> path, ObjectKey again) {
        var round = path.subList(path.indexOf(again), path.size());
        var text =
                round.stream().map(Cause::shown).collect(Collectors.joining(", which waits for "))
                        + ", which waits for "
                        + shown(again);
        return new Cause(
                path.subList(0, path.indexOf(again) + 1),
                CYCLE,
                text,
                "Take one of these references out; none of the objects can be made before the others",
                "");
    }

    /** The same cause, for whichever object waits. */
    Cause alone() {
        return new Cause(List.of(at()), reason, message, next, since);
    }

    /** The object in trouble. */
    ObjectKey at() {
        return path.getLast();
    }

    /** The whole cause in one line, for the object at the beginning of the path. */
    String line() {
        var self = shown(path.getFirst());
        return "%s %s: %s: %s%s"
                .formatted(
                        self,
                        path.size() == 1 ? "is not Ready" : "waits for " + shown(at()),
                        PlainText.oneLine(reason),
                        text(),
                        next.isEmpty() ? "" : ". Do: " + next);
    }

    /**
     * The message in one line, without its last full stop. What users write in it looks like no
     * word of the command.
     */
    String text() {
        return PlainText.oneLine(message)
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
