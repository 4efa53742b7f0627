package dev.dragoman.namespaces.decision;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for the lifetime of a namespace. It is fixed when the namespace is made: a later annotation
 * on the request, which others in the requests namespace may write too, changes nothing.
 *
 * @param withRequest whether namespaces are deleted with their ConfigMap
 * @param longest longest lifetime of a namespace; empty for no limit
 */
public record Lifetime(WithRequest withRequest, Optional<Duration> longest) {
    /** Shortest lifetime; with less, a namespace would be gone before anybody could use it. */
    public static final Duration SHORTEST = Duration.ofSeconds(5);

    /** Whether the namespace is deleted when its ConfigMap is. */
    public enum WithRequest {
        /** The namespace stays. */
        NEVER,
        /** It is deleted where the ConfigMap asked for that. */
        ASKED,
        /** It is always deleted. */
        ALWAYS
    }

    /** The lifetime that a request chose, or why its choice cannot be used. */
    public sealed interface Choice {
        /** Annotations for the namespace. */
        record Annotations(Map<String, String> values) implements Choice {}

        /** An annotation of the request is wrong. */
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
                        "annotation %s is '%s'; write it like 24h or 1h30m, and at least 5s"
                                .formatted(Keys.TIME_TO_LIVE, Excerpt.value(text)));
            }
            life = Optional.of(longest.filter(max -> max.compareTo(wanted) < 0).orElse(wanted));
        }
        life.map(now.truncatedTo(ChronoUnit.SECONDS)::plus)
                .ifPresent(end -> values.put(Keys.EXPIRES_AT, end.toString()));
        return new Choice.Annotations(values);
    }

    /**
     * Why the namespace is to be deleted: its time is over, or its request is gone; empty where it
     * stays.
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
                .map(end -> "its time was over at " + end);
    }

    /** When the namespace is to be deleted; empty when it has no end, or one that is unreadable. */
    public static Optional<Instant> end(Map<String, Object> annotations) {
        try {
            return annotations.get(Keys.EXPIRES_AT) instanceof String text
                    ? Optional.of(Instant.parse(text))
                    : Optional.empty();
        } catch (DateTimeParseException unreadable) {
            // somebody changed it; rather keep the namespace than delete it
            return Optional.empty();
        }
    }
}
