package dev.dragoman.namespaces.decision;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long a namespace lives. Fixed when it is made: a later annotation on the request, which
 * others in the requests namespace may write as well, changes nothing.
 *
 * @param withRequest who decides whether the namespace goes with its ConfigMap
 * @param longest no namespace lives longer; empty is for ever
 */
public record Lifetime(WithRequest withRequest, Optional<Duration> longest) {
    /** Below it, a namespace would be gone before anybody could use it. */
    public static final Duration SHORTEST = Duration.ofSeconds(5);

    /** Whether the namespace is deleted when its ConfigMap is. */
    public enum WithRequest {
        /** The namespace stays. */
        NEVER,
        /** Where the ConfigMap asked for it. */
        ASKED,
        /** Always. */
        ALWAYS
    }

    /** What a request chose, or why that cannot be. */
    public sealed interface Choice {
        /** Annotations for the namespace. */
        record Annotations(Map<String, String> values) implements Choice {}

        /** One annotation of the request cannot be read. */
        record Unreadable(String message) implements Choice {}
    }

    /**
     * Reads a request's annotations at the time its namespace is about to be made.
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
     * Whether the namespace's time is over, or its request is gone with which it goes.
     *
     * @param annotations of the namespace
     * @param requestStands whether the ConfigMap that it was made for still exists
     */
    public static Optional<String> reasonToDelete(
            Map<String, Object> annotations, boolean requestStands, Instant now) {
        if (!requestStands && "true".equals(annotations.get(Keys.DELETE_WITH_REQUEST))) {
            return Optional.of("its request was deleted");
        }
        return end(annotations)
                .filter(end -> !end.isAfter(now))
                .map(end -> "its time was over at " + end);
    }

    /** When the namespace is to be deleted; empty when it has no end that can be read. */
    public static Optional<Instant> end(Map<String, Object> annotations) {
        try {
            return annotations.get(Keys.EXPIRES_AT) instanceof String text
                    ? Optional.of(Instant.parse(text))
                    : Optional.empty();
        } catch (DateTimeParseException unreadable) {
            // somebody with rights on the namespace wrote it; better it stays than it goes
            return Optional.empty();
        }
    }
}
