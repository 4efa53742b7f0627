package dev.dragoman.capability;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makers one after the other, as the lines of a route run them, and what follows from these. */
public final class MakersRun {
    private MakersRun() {}

    /**
     * All of them.
     *
     * @param makers in the order of their lines
     * @param team what a team's step makes of what is wanted
     */
    public static <F> Comparison of(
            Makes makes,
            Map<String, Function<StepCall<F>, Made>> makers,
            F facts,
            Present present,
            UnaryOperator<List<Map<String, Object>>> team) {
        var lines =
                makers.keySet().stream()
                        .map(each -> Line.maker(each, "bean:m." + each))
                        .toArray(Line[]::new);
        var declaration =
                new Declaration(
                        "x",
                        Optional.empty(),
                        "X",
                        StatusForm.NONE,
                        CapabilityLines.of("x", lines),
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
        new LinkedHashMap<>(makers)
                .forEach(
                        (line, maker) ->
                                making.answer(
                                        line,
                                        maker.apply(
                                                new StepCall<>(
                                                        context, new ObjectStep.Make(line)))));
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
