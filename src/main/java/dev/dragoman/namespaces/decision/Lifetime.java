package dev.dragoman.namespaces.decision;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for the lifetime of a namespace. The lifetime is fixed when the namespace is made. A later
 * annotation on the request changes nothing, as other users of the requests namespace may write it
 * too.
 *
 * @param withRequest whether namespaces are deleted with their ConfigMap
 * @param longest longest lifetime of a namespace; empty for no limit
 */
public record Lifetime(WithRequest withRequest, Optional<Duration> longest) {
    /** Shortest lifetime; a shorter one would end before anybody could use the namespace. */
    public static final Duration SHORTEST = Duration.ofSeconds(5);

    /** Whether the namespace is deleted when its ConfigMap is deleted. */
    public enum WithRequest {
        /** The namespace stays. */
        NEVER,
        /** The namespace is deleted if an annotation of the ConfigMap asks for that. */
        ASKED,
        /** The namespace is always deleted. */
        ALWAYS
    }

    /** The lifetime that a request chose, or why its choice cannot be used. */
    public sealed interface Choice {
        /** Annotations for the namespace. */
        record Annotations(Map<String, String> values) implements Choice {}

        /** An annotation of the request is invalid. */
        record Unreadable(String message) implements Choice {}
    }

    /**
     * Reads a request's annotations when its namespace is about to be made.
     *
     * @param asked annotations of the request
     */
    public Choice choose(Map<String, Object> asked, Instant now) {
        var stranger =
                asked.keySet().stream()
                        .filter(
                                key ->
                                        key.startsWith(Keys.PREFIX)
                                                && !Keys.OF_A_REQUEST.contains(key))
                        .sorted()
                        .findFirst();
        if (stranger.isPresent()) {
            return new Choice.Unreadable(
                    "annotation %s means nothing on a request; write %s or %s, or remove it"
                            .formatted(
                                    Excerpt.value(stranger.get()),
                                    Keys.DELETE_WITH_REQUEST,
                                    Keys.TIME_TO_LIVE));
        }
        var values = new LinkedHashMap<String, String>();
        var delete = String.valueOf(asked.getOrDefault(Keys.DELETE_WITH_REQUEST, "false"));
        if (!"true".equals(delete) && !"false".equals(delete)) {
            return new Choice.Unreadable(
                    "annotation %s is '%s'; write true or false"
                            .formatted(Keys.DELETE_WITH_REQUEST, Excerpt.value(delete)));
        }
        if (withRequest == WithRequest.ALWAYS
                || (withRequest == WithRequest.ASKED && "true".equals(delete))) {
            values.put(Keys.DELETE_WITH_REQUEST, "true");
        }
        var life = longest;
        if (asked.get(Keys.TIME_TO_LIVE) instanceof String text) {
            Duration wanted;
            try {
                wanted = GoDuration.parse(text);
                if (wanted.compareTo(SHORTEST) < 0) {
                    throw new IllegalArgumentException("too short");
                }
            } catch (IllegalArgumentException e) {
                return new Choice.Unreadable(
                        "annotation %s is '%s'; write a time such as 24h or 1h30m, at least 5s"
                                .formatted(Keys.TIME_TO_LIVE, Excerpt.value(text)));
            }
            life = Optional.of(longest.filter(max -> max.compareTo(wanted) < 0).orElse(wanted));
        }
        life.map(now.truncatedTo(ChronoUnit.SECONDS)::plus)
                .ifPresent(end -> values.put(Keys.EXPIRES_AT, end.toString()));
        return new Choice.Annotations(values);
    }

    /**
     * Why the namespace has to be deleted: its lifetime is over, or its request is gone. Empty if
     * the namespace stays.
     *
     * @param annotations annotations of the namespace
     * @param requestExists whether the ConfigMap for which it was made still exists
     */
    public static Optional<String> reasonToDelete(
            Map<String, Object> annotations, boolean requestExists, Instant now) {
        if (!requestExists && "true".equals(annotations.get(Keys.DELETE_WITH_REQUEST))) {
            return Optional.of("its request was deleted");
        }
        return end(annotations)
                .filter(end -> !end.isAfter(now))
                .map(end -> "its lifetime was over at " + end);
    }

    /** When the namespace has to be deleted; empty if it has no end, or the end cannot be read. */
    public static Optional<Instant> end(Map<String, Object> annotations) {
        // where somebody changed the annotation, keep the namespace rather than delete it
        return Fields.time(Json.text(annotations, Keys.EXPIRES_AT));
    }
}
