package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Core;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.RouteLines;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where the steps of teams come in, whichever the capability. */
class InsertionsTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "one");
    private static final Verdict REFUSED = new Verdict("No", "ask us", Optional.empty());
    private static final Verdict HELD =
            new Verdict("Later", "ask us", Optional.of(Duration.ofMinutes(5)));
    private static final PointResult PASSED = new PointResult.Passed(Map.of());

    private final Map<Point, PointResult> answers = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private final Map<String, Object> status = new HashMap<>();
    private final Map<String, Step> bodies = new HashMap<>();
    private Ending ending = Ending.quiet(Outcome.done());
    private Map<String, String> asked = Map.of();
    private boolean deleting;
    private boolean exists;
    private boolean settled;
    private boolean failing;

    private record Look() implements Step {
        @Override
        public boolean changes() {
            return false;
        }
    }

    private record Make(Object wanted, boolean exists, Map<String, ?> asked) implements Step {
        Make(Object wanted, boolean exists) {
            this(wanted, exists, Map.of());
        }

        @Override
        public Optional<Map<String, Object>> asks() {
            return asked.isEmpty() ? Optional.empty() : Optional.of(Map.copyOf(asked));
        }

        @Override
        public Make answered(Map<String, List<String>> answer) {
            return new Make(wanted, exists, answer);
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(exists ? Before.change(List.of("a.b")) : Before.create());
        }
    }

    private record Export(List<Map<String, Object>> exports) implements Step {
        @Override
        public Export exporting(List<Map<String, Object>> objects) {
            return new Export(objects);
        }

        @Override
        public boolean judged() {
            return false;
        }
    }

    private record Delete() implements Step {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.delete("id"));
        }
    }

    /** Looks, makes, exports; deletes. */
    private final class Making implements Capability<Object> {
        private final StatusForm form =
                new StatusForm() {
                    @Override
                    public Written write(Map<String, Object> object, Ending ending) {
                        return new Written(object, true);
                    }

                    @Override
                    public Shown shown(Map<String, Object> object) {
                        return new Shown(
                                String.valueOf(status.getOrDefault("ready", "")),
                                String.valueOf(status.getOrDefault("reason", "")),
                                "",
                                "",
                                1);
                    }

                    @Override
                    public Marks marks(Map<String, Object> object) {
                        return (Marks) status.getOrDefault("marks", Marks.NONE);
                    }
                };

        @Override
        public Declaration declaration() {
            return new Declaration("making", Optional.empty(), "Make", form);
        }

        @Override
        public Optional<Observed<Object>> observe(Reconciliation reconciliation) {
            return Optional.of(
                    new Observed<>(
                            "facts",
                            Set.of(),
                            deleting ? Optional.empty() : Optional.of(Map.of("a", "b")),
                            Set.of("x")));
        }

        @Override
        public Object wanted(Object facts, Object wanted) {
            return wanted;
        }

        @Override
        public Step decide(Object wanted, Results results) {
            if (deleting) {
                return results.has(Delete.class) ? Ending.quiet(Outcome.done()) : new Delete();
            }
            if (settled) {
                return Ending.quiet(Outcome.done());
            }
            if (!results.has(Look.class)) {
                return new Look();
            }
            if (failing) {
                return Ending.of(
                        Condition.notReady(Condition.Severity.WARNING, "Trouble", "away", 1),
                        Note.warning("Trouble", "away"),
                        Outcome.done());
            }
            if (!results.has(Make.class) && !(exists && results.verdict().isPresent())) {
                return new Make(wanted, exists, asked);
            }
            if (!results.has(Export.class)) {
                return new Export(
                        List.of(
                                Map.of(
                                        "apiVersion",
                                        "v1",
                                        "kind",
                                        "Secret",
                                        "metadata",
                                        Map.of("name", "s"),
                                        "data",
                                        Map.of("key", "secret"))));
            }
            return Ending.of(
                            Condition.ready("Made", "", 1), Note.normal("Made", ""), Outcome.done())
                    .withOutside(new Outside("id-1", Map.of("x", "y")));
        }
    }

    /** Steps, and in the end what is shown: {@code Ready True Made}. */
    private String reconcile() {
        steps.clear();
        Points points = (capability, point) -> answers.containsKey(point);
        @SuppressWarnings("NullAway") // nothing is written
        var core =
                new Core(
                        null,
                        null,
                        null,
                        null,
                        (key, needs) -> {},
                        new SimpleMeterRegistry(),
                        points,
                        RouteLines.ALL,
                        name -> Map.of());
        var loop = new Loop<>(new Making(), core);
        var metadata = new HashMap<String, Object>(Map.of("generation", 1));
        if (deleting) {
            metadata.put("deletionTimestamp", "now");
        }
        var reconciliation =
                new Reconciliation(
                        KEY, 1, Cause.EDITED, Map.of("metadata", metadata), "uid", Instant.EPOCH);
        var context = loop.begin(reconciliation).orElseThrow();
        var call = loop.next(context, Map.of());
        while (!(call.step() instanceof Finish)) {
            steps.add(call.step().name());
            bodies.put(call.step().name(), call.step());
            call =
                    loop.next(
                            context,
                            call.step() instanceof PointStep at ? answers.get(at.point()) : "done");
        }
        ending = context.ending();
        return String.join(" ", steps)
                + ending.ready()
                        .map(
                                ready ->
                                        " -> %s %s %s"
                                                .formatted(
                                                        ready.met(),
                                                        ready.severity().text(),
                                                        ready.reason()))
                        .orElse(" -> quiet");
    }

    private void team(Point point, PointResult result) {
        answers.put(point, result);
    }

    private static PointResult judged(Verdict verdict) {
        return new PointResult.Judged(verdict);
    }

    @Test
    void withoutStepsOfTeamsThereAreNoPoints() {
        assertThat(reconcile()).isEqualTo("look make export -> true  Made");
    }

    @Test
    void eachPointComesWhereItBelongs() {
        for (var point : Point.values()) {
            team(point, PASSED);
        }
        team(Point.DESIRED, new PointResult.Passed(Map.of("a", "changed")));
        team(Point.EXPORTED, new PointResult.Passed(List.of(Map.of("other", "one"))));
        assertThat(reconcile())
                .isEqualTo(
                        "desired look before-create make exported export after-create transition -> true  Made");
        assertThat(bodies.get("make")).isEqualTo(new Make(Map.of("a", "changed"), false));
        assertThat(bodies.get("export")).isEqualTo(new Export(List.of(Map.of("other", "one"))));
        assertThat(((PointStep) bodies.get("before-create")).input())
                .isEqualTo(Map.of("a", "changed"));
        assertThat(((PointStep) bodies.get("exported")).input().toString()).contains("key=***");
        assertThat(((PointStep) bodies.get("after-create")).input().toString())
                .isEqualTo("{x=***}");
        assertThat(((PointStep) bodies.get("transition")).input().toString())
                .contains("ready=True", "was=", "reason=Made", "outsideId=id-1", "name=one");
        assertThat(ending.marks().orElseThrow().created()).contains("id-1");
    }

    @Test
    void whatSomebodyElseMaySignIsAskedForBefore() {
        asked = Map.of("request", "please");
        assertThat(reconcile()).as("nobody signs").isEqualTo("look make export -> true  Made");
        team(Point.BEFORE_CREATE, PASSED);
        team(Point.SIGN, new PointResult.Passed(Map.of("chain", List.of("signed"))));
        assertThat(reconcile()).isEqualTo("look before-create sign make export -> true  Made");
        assertThat(((PointStep) bodies.get("sign")).input()).isEqualTo(asked);
        assertThat(((Make) bodies.get("make")).asked())
                .isEqualTo(Map.of("chain", List.of("signed")));
        team(Point.SIGN, judged(HELD));
        assertThat(reconcile()).isEqualTo("look before-create sign -> false Info Later");
        team(Point.BEFORE_CREATE, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("look before-create -> false Error No");
    }

    @Test
    void whatExistsIsChangedAndNotCreated() {
        exists = true;
        team(Point.BEFORE_CREATE, PASSED);
        team(Point.BEFORE_CHANGE, PASSED);
        assertThat(reconcile()).isEqualTo("look before-change make export -> true  Made");
        assertThat(((PointStep) bodies.get("before-change")).headers())
                .containsEntry(PointHeaders.EXISTS, true)
                .containsEntry(PointHeaders.DIFFERS, List.of("a.b"))
                .containsEntry(PointHeaders.REASON, "what exists differs in a.b");
    }

    @Test
    void aRefusalMakesNothingAndIsShown() {
        team(Point.DESIRED, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("desired look -> false Error No");
        assertThat(ending.outcome()).isEqualTo(Outcome.done());
        assertThat(ending.notes()).containsExactly(Note.warning("No", "ask us"));
        answers.clear();
        team(Point.BEFORE_CREATE, judged(HELD));
        assertThat(reconcile()).isEqualTo("look before-create -> false Info Later");
        assertThat(ending.outcome()).isEqualTo(new Outcome.RequeueAfter(Duration.ofMinutes(5)));
    }

    @Test
    void whatExistsKeepsItsExportsUnderAVerdict() {
        exists = true;
        team(Point.BEFORE_CHANGE, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("look before-change export -> false Error No");
        answers.clear();
        team(Point.DESIRED, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("desired look export -> false Error No");
    }

    @Test
    void aVerdictIsShownOnWhatHasNothingToDo() {
        settled = true;
        team(Point.DESIRED, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("desired -> false Error No");
    }

    @Test
    void troubleRanksAboveAVerdict() {
        failing = true;
        team(Point.DESIRED, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("desired look -> false Warning Trouble");
    }

    @Test
    void aDeletionAsksItsOwnPointAlone() {
        deleting = true;
        team(Point.DESIRED, judged(REFUSED));
        team(Point.BEFORE_CREATE, judged(REFUSED));
        assertThat(reconcile()).isEqualTo("delete -> quiet");
        team(Point.BEFORE_DELETE, judged(HELD));
        assertThat(reconcile()).isEqualTo("before-delete -> false Info Later");
        assertThat(((PointStep) bodies.get("before-delete")).input()).isEqualTo(Map.of("id", "id"));
    }

    @Test
    void whatIsDoneAfterCreationIsDoneOnceAndItsFailureIsTheObjects() {
        team(Point.AFTER_CREATE, new PointResult.Failed("lock.yaml failed", List.of()));
        assertThat(reconcile()).endsWith("after-create -> false Warning AfterCreateFailed");
        assertThat(ending.outcome()).isInstanceOf(Outcome.Transient.class);
        assertThat(ending.marks()).isEmpty();
        status.put("marks", Marks.NONE.withCreated("id-1"));
        assertThat(reconcile()).isEqualTo("look make export -> true  Made");
        status.put("marks", Marks.NONE.withCreated("another"));
        assertThat(reconcile()).contains("after-create");
    }

    @Test
    void aTransitionIsToldWhenSomethingElseIsShown() {
        team(Point.TRANSITION, PASSED);
        assertThat(reconcile()).contains("transition");
        status.put("ready", "True");
        status.put("reason", "Made");
        assertThat(reconcile()).doesNotContain("transition");
        failing = true;
        assertThat(reconcile()).isEqualTo("look transition -> false Warning Trouble");
        assertThat(((PointStep) bodies.get("transition")).input().toString())
                .contains("ready=False", "was=True", "reason=Trouble");
    }

    @Test
    void whatNobodyCouldBeToldOfIsToldLater() {
        team(Point.TRANSITION, new PointResult.Failed("away", List.of()));
        status.put("ready", "False");
        assertThat(reconcile()).endsWith("transition -> true  Made");
        assertThat(ending.marks().orElseThrow().untold()).contains(new Marks.Untold("False", 1));
        assertThat(ending.outcome()).isEqualTo(new Outcome.RequeueAfter(Duration.ofSeconds(5)));

        status.put("ready", "True");
        status.put("reason", "Made");
        status.put("marks", ending.marks().orElseThrow());
        settled = true;
        assertThat(reconcile()).isEqualTo("transition -> quiet");
        assertThat(ending.marks().orElseThrow().untold()).contains(new Marks.Untold("False", 2));
        team(Point.TRANSITION, PASSED);
        assertThat(reconcile()).isEqualTo("transition -> quiet");
        assertThat(((PointStep) bodies.get("transition")).input().toString())
                .contains("ready=True", "was=False");
        assertThat(ending.marks().orElseThrow().untold()).isEmpty();
    }

    /** What files have noted that succeeded is kept, whether or not others failed. */
    @Test
    void whatRanOnceIsRemembered() {
        var chat = List.of("chat=a");
        var more = List.of("chat=a", "more=b");
        team(Point.AFTER_CREATE, new PointResult.Failed("away", chat));
        team(Point.TRANSITION, new PointResult.Acted(more));
        assertThat(reconcile()).endsWith("AfterCreateFailed");
        assertThat(((PointStep) bodies.get("transition")).once()).isEqualTo(chat);
        assertThat(ending.marks().orElseThrow().once()).isEqualTo(more);
        status.put("marks", Marks.NONE.withOnce(more));
        team(Point.AFTER_CREATE, new PointResult.Acted(more));
        team(Point.TRANSITION, new PointResult.Failed("away", more));
        assertThat(reconcile()).endsWith("Made");
        assertThat(((PointStep) bodies.get("after-create")).once()).isEqualTo(more);
        assertThat(ending.marks().orElseThrow().once()).isEqualTo(more);
    }

    @Test
    void pausesBetweenTriesGrowUpToFiveMinutes() {
        assertThat(Transitions.pause(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Transitions.pause(3)).isEqualTo(Duration.ofSeconds(20));
        assertThat(Transitions.pause(1_000_000)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whatIsRememberedIsReadAsItWasWritten() {
        var untold = new Marks.Untold("True", 3);
        assertThat(Marks.Untold.of(untold.text())).contains(untold);
        assertThat(Marks.Untold.of("garbage")).isEmpty();
        assertThat(Marks.Untold.of(null)).isEmpty();
    }
}
