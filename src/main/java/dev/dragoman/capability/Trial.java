package dev.dragoman.capability;

import dev.dragoman.capability.object.Making;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.point.Hiding;
import dev.dragoman.capability.point.Insertions;
import dev.dragoman.capability.point.MutableCopy;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what a capability would want for an object, both with and without a team's steps. Observes
 * and decides with the operator's code, and changes nothing. Thread-safe.
 *
 * @param <F> facts of the capability
 */
public final class Trial<F> {
    private final Capability<F> capability;
    private final Insertions<F> insertions;
    private final List<String> lines;

    /**
     * @param lines addresses of the lines of the capability's route, in their order; empty for the
     *     declared order
     * @param namespaces finds a Namespace by name, at least with its metadata
     */
    public Trial(
            Capability<F> capability,
            Points points,
            Function<String, Map<String, Object>> namespaces,
            List<String> lines) {
        this.capability = capability;
        this.lines = List.copyOf(lines);
        this.insertions = new Insertions<>(capability, points, namespaces);
    }

    /**
     * What a trial found. Secret values are hidden in all of its parts.
     *
     * @param capability name of the capability
     * @param making as {@link Capability#making}
     * @param trouble the condition that the object would show if nothing is wanted; empty when
     *     something is wanted
     * @param without what is wanted without the steps of teams; empty when nothing is wanted
     * @param with what is wanted after the steps of teams; empty when nothing is wanted, or the
     *     steps forbid it
     * @param said what the points decided, in the order in which they run
     * @param lacking as {@link Capability#lacking}
     * @param waiting what lines wait for, in words
     */
    public record Tried(
            String capability,
            String making,
            Optional<Condition> trouble,
            Optional<Object> without,
            Optional<Object> with,
            List<PointVerdict> said,
            List<String> lacking,
            List<String> waiting) {
        public Tried {
            waiting = List.copyOf(waiting);
            lacking = List.copyOf(lacking);
            said = List.copyOf(said);
        }
    }

    /**
     * What the steps of a point decided.
     *
     * @param verdict empty when the steps would send an https request, which a trial does not do
     * @param asks what the steps would ask, for people; an empty text when they ask nothing
     */
    public record PointVerdict(Point point, Optional<Verdict> verdict, String asks) {}

    /**
     * Tries an object: as if nothing existed outside for it, as if everything existed, and as if
     * the object was deleted.
     *
     * @param steps runs the steps of a point
     * @return empty when this capability does not manage the object
     */
    public Optional<Tried> of(
            Reconciliation reconciliation, Function<PointStep, PointResult> steps) {
        return capability
                .observe(reconciliation)
                .map(
                        seen ->
                                new Run(
                                                new Context<>(
                                                        capability.declaration(),
                                                        reconciliation,
                                                        seen),
                                                steps)
                                        .tried(seen));
    }

    /** Name of the capability. */
    public String name() {
        return capability.declaration().name();
    }

    /** One trial. */
    private final class Run {
        private final Context<F> context;
        private final Function<PointStep, PointResult> steps;
        private final List<PointVerdict> said = new ArrayList<>();

        Run(Context<F> context, Function<PointStep, PointResult> steps) {
            this.context = context;
            this.steps = steps;
        }

        Tried tried(Observed<F> seen) {
            boolean deleting = Fields.deleting(context.object());
            var without =
                    (seen.present().isPresent() ? withoutTeams(seen) : context.wanted())
                            .map(wanted -> MutableCopy.of(Hiding.of(wanted, seen.secrets())));
            context.making().ifPresent(this::make);
            boolean wanted = context.wanted().isPresent();
            var making = capability.making(context.facts());
            if (wanted) {
                insertions.wanted(context).ifPresent(step -> run((PointStep) step));
            }
            boolean going = wanted && said.isEmpty();
            if (going) {
                run(Before.create());
                run(Before.change(List.of()));
                insertions.signing(context).ifPresent(this::run);
            }
            run(
                    Before.delete(
                            capability
                                    .outsideId(context.facts())
                                    .orElse(context.reconciliation().uid())));
            return new Tried(
                    name(),
                    making,
                    wanted || deleting ? Optional.empty() : trouble(),
                    without,
                    going ? Optional.of(context.shown()) : Optional.empty(),
                    said,
                    wanted ? lacking() : List.of(),
                    context.making()
                            .map(each -> each.compare().troubles().passing())
                            .orElse(List.of()));
        }

        /**
         * The objects that the capability's own lines make, without those that a team adds; empty
         * when the lines make none.
         */
        private Optional<Object> withoutTeams(Observed<F> seen) {
            var own = new Context<>(capability.declaration(), context.reconciliation(), seen);
            for (var line : capability.declaration().lines().makers()) {
                if (!line.step().equals(CapabilityLines.OBJECTS)) {
                    answer(own, line);
                }
            }
            own.made();
            return own.wanted();
        }

        private void answer(Context<F> context, Line line) {
            var making = context.making().orElseThrow();
            var call = context.decided(new ObjectStep.Make(line.step()));
            making.answer(line.step(), capability.makers().get(line.step()).apply(call));
        }

        /** Runs the lines that make objects, in the order of the route. */
        private void make(Making making) {
            var declared = capability.declaration().lines().makers();
            var makers = new LinkedHashMap<String, Line>();
            declared.forEach(each -> makers.put(each.address(), each));
            var order = lines.isEmpty() ? List.copyOf(makers.keySet()) : lines;
            for (var address : order) {
                var line = makers.get(address);
                if (line != null && line.step().equals(CapabilityLines.OBJECTS)) {
                    insertions
                            .objects(context, making)
                            .filter(any -> making.asks(line))
                            .ifPresent(this::run);
                } else if (line != null && making.asks(line)) {
                    answer(context, line);
                }
            }
            context.made();
        }

        private List<String> lacking() {
            return context.making()
                    .map(each -> each.compare().troubles().lacking())
                    .orElseGet(() -> capability.lacking(context.facts()));
        }

        private void run(Before before) {
            insertions.due(context, before).ifPresent(this::run);
        }

        private void run(PointStep step) {
            var result = steps.apply(step);
            if (result instanceof PointResult.Judged(var verdict)) {
                said.add(new PointVerdict(step.point(), Optional.of(verdict), ""));
            } else if (result instanceof PointResult.Failed(var asked)) {
                said.add(new PointVerdict(step.point(), Optional.empty(), asked));
            }
            if (step.point() == Point.DESIRED || step.point() == Point.OBJECTS) {
                insertions.passed(context, step.point(), result);
            }
        }

        /**
         * The condition Ready of an object for which nothing is wanted; empty when the decision is
         * not an end.
         */
        private Optional<Condition> trouble() {
            var done =
                    context.making()
                            .map(
                                    each ->
                                            Results.NONE.with(
                                                    new ObjectStep.Compare(), each.compare()))
                            .orElse(Results.NONE);
            return capability.decide(context.facts(), done) instanceof Finish finish
                    ? capability.ending(context, finish).ready()
                    : Optional.empty();
        }
    }

    /**
     * Runs the steps of the point {@code exported}.
     *
     * @param exports the Secrets and ConfigMaps that would be written
     * @param steps runs the steps
     * @return the result; empty when the point has no steps, or the capability does not manage the
     *     object
     */
    public Optional<PointResult> exported(
            Reconciliation reconciliation,
            List<Map<String, Object>> exports,
            Function<PointStep, PointResult> steps) {
        return capability
                .observe(reconciliation)
                .flatMap(
                        seen ->
                                insertions.exported(
                                        new Context<>(
                                                capability.declaration(), reconciliation, seen),
                                        exports))
                .map(steps);
    }
}
