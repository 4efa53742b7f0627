package dev.dragoman.azure.decision;

import dev.dragoman.azure.decision.AzureProgress.Mark;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Core;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** One reconciliation by Azure's decisions, with answers by step and verdicts by point. */
final class VerdictRun {
    private static final Pattern LINE =
            Pattern.compile(
                    "uri: \"(?:azure-arm:|dragoman-point:azure-|bean:azure(?:Steps)?[?]method=)([a-z-]+)");

    private final Map<Point, Optional<Verdict>> team;
    private final Set<String> leftOut;
    private final Map<String, Deque<Answer>> answers = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private Ending shown = Ending.quiet(Outcome.done());

    private VerdictRun(
            Map<Point, Optional<Verdict>> team,
            Map<String, List<Answer>> answers,
            Set<String> leftOut) {
        this.team = team;
        this.leftOut = leftOut;
        answers.forEach((step, all) -> this.answers.put(step, new ArrayDeque<>(all)));
    }

    /**
     * Steps, then what is shown and when it comes again.
     *
     * @param leftOut steps that the route has no line for
     */
    static String of(
            AzureFacts facts,
            Map<Point, Optional<Verdict>> team,
            Map<String, List<Answer>> answers,
            Set<String> leftOut) {
        var run = new VerdictRun(team, answers, leftOut);
        run.reconcile(new Deciding(facts, run.form()));
        return "%s -> %s, %s"
                .formatted(
                        String.join(" ", run.steps),
                        run.shown
                                .ready()
                                .map(
                                        each ->
                                                (each.met() ? "Ready" : each.severity().text())
                                                        + " "
                                                        + each.reason())
                                .orElse("as before"),
                        outcome(run.shown.outcome()));
    }

    private static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "done";
            case Outcome.RequeueAfter(var after) -> "again after " + after;
            case Outcome.Pending(var after) -> "pending " + after;
            case Outcome.Transient failure -> "tried again " + failure.pace();
            case Outcome.Fatal _ -> "waits for a change";
        };
    }

    @SuppressWarnings("NullAway") // nothing is written
    private void reconcile(Deciding capability) {
        Points points = (name, point) -> team.containsKey(point);
        var loop =
                new Loop<>(
                        capability,
                        new Core(
                                null,
                                null,
                                null,
                                null,
                                (key, needs) -> {},
                                new SimpleMeterRegistry(),
                                points,
                                (name, deleting, step) -> !leftOut.contains(step),
                                name -> Map.of()));
        var object = new HashMap<>(capability.facts.subject().object());
        var metadata = new HashMap<String, Object>(Map.of("generation", 1, "name", "one"));
        if (capability.facts.subject().deleting()) {
            metadata.put("deletionTimestamp", "now");
        }
        object.put("metadata", metadata);
        var context =
                loop.begin(
                                new Reconciliation(
                                        new ObjectKey("g", "K", "ns", "one"),
                                        1,
                                        Cause.EDITED,
                                        object,
                                        "uid",
                                        Instant.EPOCH))
                        .orElseThrow();
        var _ = loop.next(context, Map.of());
        for (var line : lines(capability.facts.subject().deleting())) {
            if (line.equals("end")) {
                loop.close(context);
            }
            while (!context.ended()
                    && !leftOut.contains(line)
                    && context.call().step().name().equals(line)) {
                steps.add(line);
                var _ = loop.next(context, result(context.call().step()));
            }
        }
        var _ = loop.end(context);
    }

    /** Names of the steps in the order of their lines in the route. */
    private static List<String> lines(boolean deleting) {
        try {
            var all = Files.readString(Path.of("src/main/resources/routes/azure.camel.yaml"));
            int deletion = all.indexOf("- route:", all.indexOf("- route:") + 1);
            return LINE.matcher(deleting ? all.substring(deletion) : all.substring(0, deletion))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Object result(dev.dragoman.capability.Step step) {
        if (step instanceof PointStep at) {
            return team.get(at.point())
                    .<PointResult>map(PointResult.Judged::new)
                    .orElseGet(
                            () ->
                                    at.point().changes()
                                            ? at.passed(at.input(), Set.of())
                                            : new PointResult.Passed(Map.of()));
        }
        return switch ((AzureStep) step) {
            case AzureStep.Claim _ -> Mark.CLAIMED;
            case AzureStep.Confirm _ -> Mark.CONFIRMED;
            case AzureStep.Release _ -> Mark.RELEASED;
            case AzureStep.Export _ -> Optional.empty();
            default -> answer(step.name());
        };
    }

    private Answer answer(String step) {
        var all = answers.get(step);
        if (all == null) {
            throw new AssertionError("nobody expected " + steps);
        }
        return all.size() > 1 ? all.removeFirst() : all.getFirst();
    }

    private StatusForm form() {
        return new StatusForm() {
            @Override
            public Written write(Map<String, Object> object, Ending ending) {
                shown = ending;
                return new Written(object, false);
            }

            @Override
            public Shown shown(Map<String, Object> object) {
                return new Shown("", "", "", "", 1);
            }

            @Override
            public Marks marks(Map<String, Object> object) {
                return Marks.NONE;
            }
        };
    }

    /** Azure's decisions without what maps objects to facts. */
    private static final class Deciding implements Capability<AzureFacts> {
        private final AzureFacts facts;
        private final StatusForm form;

        Deciding(AzureFacts facts, StatusForm form) {
            this.facts = facts;
            this.form = form;
        }

        @Override
        public Declaration declaration() {
            return new Declaration("azure", Optional.empty(), "Reconcile", form);
        }

        @Override
        public Optional<Observed<AzureFacts>> observe(Reconciliation reconciliation) {
            boolean wanted =
                    !facts.subject().deleting()
                            && facts.problem().isEmpty()
                            && facts.subject().foreignOperator().isEmpty()
                            && facts.subject().policy() != AzureFacts.Policy.SKIP;
            return Optional.of(
                    new Observed<>(
                            facts,
                            Set.of(),
                            wanted
                                    ? Optional.of(facts.desired().orElseThrow().body())
                                    : Optional.empty()));
        }

        @Override
        public dev.dragoman.capability.Step decide(AzureFacts seen, Results results) {
            var step = AzureDecision.next(seen, AzureProgress.of(results));
            return step instanceof AzureStep.Export export
                    ? export.exporting(
                            List.of(
                                    Map.of(
                                            "apiVersion",
                                            "v1",
                                            "kind",
                                            "ConfigMap",
                                            "metadata",
                                            Map.of("name", "c"))))
                    : step;
        }

        @Override
        public dev.dragoman.capability.Finish leftOut(
                AzureFacts seen,
                Results results,
                dev.dragoman.capability.Step due,
                Verdict verdict) {
            return AzureDecision.withoutLine(seen, AzureProgress.of(results), due, verdict)
                    .orElseGet(() -> Capability.super.leftOut(seen, results, due, verdict));
        }

        @Override
        public Ending ending(Context<AzureFacts> context, dev.dragoman.capability.Finish finish) {
            var said = (AzureStep.Finish) finish;
            var ending =
                    new Ending(
                            said.condition()
                                    .map(
                                            each ->
                                                    new Condition(
                                                            Condition.READY,
                                                            each.ready(),
                                                            each.severity(),
                                                            each.reason(),
                                                            "",
                                                            1)),
                            List.of(),
                            Optional.empty(),
                            Optional.empty(),
                            List.of(),
                            said.outcome());
            return said.resource()
                    .map(shown -> ending.withOutside(new Outside("/r", shown)))
                    .orElse(ending);
        }
    }
}
