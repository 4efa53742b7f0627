package dev.dragoman.capability.point;

import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides when the point {@code transition} runs, and what is remembered on the object until its
 * steps have succeeded. Pure.
 */
record Transitions(Declaration declaration, PointHeaders headers) {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LAST = Duration.ofMinutes(5);
    private static final int DOUBLINGS = 6;

    /**
     * Added to the pause when the outcome is fatal, because each reconciliation then sends a
     * request to Azure again.
     */
    private static final Duration REFUSED = Duration.ofSeconds(30);

    /**
     * The point {@code transition}, when the ending changes the shown state, or when the steps
     * failed for an earlier change. Otherwise empty.
     */
    Optional<PointStep> due(Map<String, Object> object, ObjectKey key, Ending ending) {
        var before = declaration.form().shown(object);
        var marks = ending.marks().orElseGet(() -> declaration.form().marks(object));
        var now = ending.ready().map(ready -> shown(ready, ending, before)).orElse(before);
        boolean news =
                !now.ready().equals(before.ready())
                        || !now.reason().equals(before.reason())
                        || (!before.id().isEmpty()
                                && id(ending).filter(id -> !id.equals(before.id())).isPresent());
        if (now.ready().isEmpty() || !(news || marks.untold().isPresent())) {
            return Optional.empty();
        }
        var was = marks.untold().map(Marks.Untold::was).orElse(before.ready());
        return Optional.of(
                new PointStep(
                        Point.TRANSITION,
                        declaration.name(),
                        message(object, key, now, was),
                        headers.about(object, key),
                        path -> FieldType.NONE,
                        marks.once(),
                        added -> added,
                        (_, _) -> {}));
    }

    /** The outside id that the object will show. */
    private static Optional<String> id(Ending ending) {
        return ending.status()
                .map(status -> status.get("id"))
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    private static StatusForm.Shown shown(Condition ready, Ending ending, StatusForm.Shown before) {
        return new StatusForm.Shown(
                ready.met() ? "True" : "False",
                ready.reason(),
                ready.message(),
                id(ending).or(() -> ending.outside().map(Outside::id)).orElse(before.id()),
                ready.generation());
    }

    private static Map<String, Object> message(
            Map<String, Object> object, ObjectKey key, StatusForm.Shown now, String was) {
        var apiVersion = String.valueOf(object.get("apiVersion"));
        var message = new LinkedHashMap<String, Object>();
        message.put("group", key.group());
        message.put("version", apiVersion.substring(apiVersion.indexOf('/') + 1));
        message.put("kind", key.kind());
        message.put("namespace", key.namespace());
        message.put("name", key.name());
        message.put("outsideId", now.id());
        message.put("ready", now.ready());
        message.put("was", was);
        message.put("reason", now.reason());
        message.put("message", now.message());
        message.put("generation", Fields.generation(object));
        return message;
    }

    /**
     * The ending after the point has run. If its steps failed, the marks of the copy record the
     * transition, and the object is reconciled again after a pause.
     *
     * @param result result of the point; empty when it did not run
     */
    Ending told(Map<String, Object> object, Ending ending, Optional<PointResult> result) {
        if (result.isEmpty()) {
            return ending;
        }
        var shown = ending.marks().orElseGet(() -> declaration.form().marks(object));
        var marks = shown.withOnce(result.get().once());
        if (!(result.get() instanceof PointResult.Failed)) {
            var now = marks.withUntold(Optional.empty());
            return now.equals(shown) ? ending : ending.remembering(now);
        }
        var before = marks.untold();
        var untold =
                new Marks.Untold(
                        before.map(Marks.Untold::was)
                                .orElseGet(() -> declaration.form().shown(object).ready()),
                        before.map(Marks.Untold::attempts).orElse(0) + 1);
        var remembered = ending.remembering(marks.withUntold(Optional.of(untold)));
        return remembered.comingAgain(sooner(remembered.outcome(), pause(untold.attempts())));
    }

    /**
     * An outcome that reconciles again after the pause at the latest. A transient failure is
     * unchanged, because it is retried soon. A fatal failure becomes a requeue, because otherwise
     * it would be retried only after the resync period.
     */
    private static Outcome sooner(Outcome outcome, Duration pause) {
        return switch (outcome) {
            case Outcome.Done _ -> new Outcome.RequeueAfter(pause);
            case Outcome.RequeueAfter(var after) ->
                    new Outcome.RequeueAfter(after.compareTo(pause) < 0 ? after : pause);
            case Outcome.Pending(var after) ->
                    new Outcome.Pending(after.compareTo(pause) < 0 ? after : pause);
            case Outcome.Fatal _ -> new Outcome.RequeueAfter(pause.plus(REFUSED));
            case Outcome.Transient _ -> outcome;
        };
    }

    /** Pause after the failed attempts: 5 s, 10 s, and so on, up to five minutes. */
    static Duration pause(int attempts) {
        var pause = FIRST.multipliedBy(1L << Math.min(DOUBLINGS, Math.max(0, attempts - 1)));
        return pause.compareTo(LAST) > 0 ? LAST : pause;
    }
}
