package dev.dragoman.capability;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Present;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makers one after the other, as the lines of a route run them, and what follows from these. */
public final class MakersRun {
    private MakersRun() {}

    /** What was done when all makers of a capability have run, and their answers are compared. */
    public static <F> Results results(Capability<F> capability, Observed<F> seen) {
        return seen.present()
                .map(
                        present ->
                                of(
                                        capability.declaration().makes().orElseThrow(),
                                        capability.declaration().lines().makers(),
                                        capability.makers(),
                                        seen.facts(),
                                        present,
                                        objects -> objects))
                .map(compared -> Results.NONE.with(new ObjectStep.Compare(), compared))
                .orElse(Results.NONE);
    }

    /**
     * All of them.
     *
     * @param lines that there may be
     * @param makers of those that there are, in their order
     * @param team what a team's step makes of what is wanted
     */
    public static <F> ObjectComparison of(
            Makes makes,
            List<Line> lines,
            Map<String, Function<StepCall<F>, Made>> makers,
            F facts,
            Present present,
            UnaryOperator<List<Map<String, Object>>> team) {
        var declaration =
                new Declaration(
                        "x",
                        Optional.empty(),
                        "X",
                        StatusForm.NONE,
                        CapabilityLines.of("x", lines.toArray(Line[]::new)),
                        Optional.of(makes));
        var context =
                new Context<>(
                        declaration,
                        new Reconciliation(
                                new ObjectKey("g", "K", "ns", "one"),
                                1,
                                Cause.EDITED,
                                present.owner(),
                                "uid",
                                Instant.EPOCH),
                        new Observed<>(facts, Set.of(), present));
        var making = context.making().orElseThrow();
        makers.forEach(
                (line, maker) ->
                        making.answer(
                                line,
                                maker.apply(new StepCall<>(context, new ObjectStep.Make(line)))));
        context.made();
        context.wanted()
                .ifPresent(
                        wanted -> {
                            @SuppressWarnings("unchecked") // made above
                            var objects = (List<Map<String, Object>>) wanted;
                            making.with(team.apply(objects));
                        });
        return making.compare();
    }
}
