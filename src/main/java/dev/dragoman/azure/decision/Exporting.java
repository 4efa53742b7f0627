package dev.dragoman.azure.decision;

import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The end of every good pass: values for the user's Secrets and ConfigMaps, then Ready. */
final class Exporting {
    private Exporting() {}

    static Step next(
            Facts facts,
            Progress done,
            OwnState state,
            Map<String, Object> resource,
            List<Note> notes) {
        for (var action : facts.actions()) {
            var answer = done.calls().get(action.path());
            if (answer == null) {
                return new Step.Call(action.path(), action.apiVersion());
            }
            if (!answer.ok()) {
                return ended(
                        facts,
                        state,
                        resource,
                        Problem.of(answer, "%s of %s".formatted(action.path(), facts.display())),
                        notes);
            }
        }
        if (!facts.exports().isEmpty() && done.exported().isEmpty()) {
            return new Step.Export(resource);
        }
        var problem = done.exported().flatMap(p -> p);
        if (problem.isPresent()) {
            return ended(facts, state, resource, problem.get(), notes);
        }
        return new Step.Finish(
                Optional.of(Condition.succeeded(facts.generation())),
                state,
                shown(resource),
                Outcome.done(),
                notes);
    }

    /** A type that can only be asked whether it is there shows nothing. */
    private static Optional<Map<String, Object>> shown(Map<String, Object> resource) {
        return Optional.of(resource).filter(body -> !body.isEmpty());
    }

    private static Step ended(
            Facts facts,
            OwnState state,
            Map<String, Object> resource,
            Problem problem,
            List<Note> notes) {
        var failed =
                new Note(
                        true,
                        "CreateOrUpdateActionError",
                        problem.reason() + ": " + problem.message());
        return new Step.Finish(
                Optional.of(problem.condition(facts.generation())),
                state,
                shown(resource),
                problem.outcome(),
                java.util.stream.Stream.concat(notes.stream(), java.util.stream.Stream.of(failed))
                        .toList());
    }
}
