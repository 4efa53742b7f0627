package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order of steps, whichever the capability. */
class LoopTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "one");
    private static final ObjectKey NEEDED = new ObjectKey("", "Secret", "ns", "two");
    private static final String FINALIZER = "example.com/one";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Map<ObjectKey, Set<ObjectKey>> references = new HashMap<>();
    private final Set<ObjectKey> forgotten = new HashSet<>();
    private Optional<String> finalizer = Optional.empty();
    private Points points = Points.NONE;
    private StatusForm form = StatusForm.NONE;
    private Ending ending = Ending.quiet(Outcome.done());

    private record Make() implements Step {
        @Override
        public boolean yields(Object result) {
            return "made".equals(result);
        }
    }

    private record Look() implements Step {
        @Override
        public boolean changes() {
            return false;
        }
    }

    /** Looks, then makes, then ends. */
    private final class Making implements Capability<String> {
        @Override
        public Declaration declaration() {
            return new Declaration("making", finalizer, "Make", form);
        }

        @Override
        public Optional<Observed<String>> observe(Reconciliation reconciliation) {
            return reconciliation.object().containsKey("foreign")
                    ? Optional.empty()
                    : Optional.of(new Observed<>("facts", Set.of(NEEDED), Optional.of("wanted")));
        }

        @Override
        public String wanted(String facts, Object wanted) {
            return facts + " and " + wanted;
        }

        @Override
        public Step decide(String facts, Results results) {
            assertThat(facts).isEqualTo("facts and wanted");
            if (!results.has(Look.class)) {
                return new Look();
            }
            return results.has(Make.class) ? ending : new Make();
        }

        @Override
        public void forget(ObjectKey key) {
            forgotten.add(key);
        }
    }

    @SuppressWarnings("NullAway") // nothing is written
    private Loop<String> loop() {
        return new Loop<>(
                new Making(),
                new Core(
                        null,
                        null,
                        null,
                        new EventWriter(away(), "test", Clock.systemUTC()),
                        (key, needs) -> references.put(key, needs),
                        meters,
                        points,
                        RouteLines.ALL,
                        name -> Map.of()));
    }

    private static Reconciliation reconciliation(Map<String, Object> metadata) {
        return new Reconciliation(
                KEY, 1, Cause.EDITED, Map.of("metadata", metadata), "uid", Instant.EPOCH);
    }

    @Test
    void stepsComeOneAfterTheOtherAndAreCounted() {
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of())).orElseThrow();
        assertThat(references).containsEntry(KEY, Set.of(NEEDED));
        assertThat(loop.next(context, "nothing yet").step()).isEqualTo(new Look());
        assertThat(loop.next(context, "seen").step()).isEqualTo(new Make());
        assertThat(loop.next(context, "made").step()).isInstanceOf(Ending.class);
        assertThat(context.results().last(Look.class, String.class)).contains("seen");
        assertThat(loop.end(context)).isEqualTo(Outcome.done());
        assertThat(meters.counter("dragoman_steps", "capability", "making", "step", "make").count())
                .isEqualTo(1);
    }

    /** The next reconciliation finds it done, and has nothing to tell. */
    @Test
    void whatWasDoneIsToldAlsoWhereAnotherWroteTheStateMeanwhile() {
        form = new Unwritable();
        ending =
                new Ending(
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(
                                new Note(false, "Repaired", "it was different", Note.When.ALWAYS),
                                Note.normal("Shown", "it is as it was")),
                        Outcome.done());
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of("uid", "u"))).orElseThrow();
        var _ = loop.next(context, "nothing yet");
        var _ = loop.next(context, "seen");
        var _ = loop.next(context, "made");
        try (var log = new CapturedLog("dev.dragoman.kube.EventWriter")) {
            assertThatThrownBy(() -> loop.end(context)).isInstanceOf(WriteConflict.class);
            assertThat(log.lines()).singleElement().asString().contains("event Repaired");
        }
    }

    /** Another is always faster. */
    private static final class Unwritable implements StatusForm {
        @Override
        public Written write(Map<String, Object> object, Ending ending) {
            throw new WriteConflict("another wrote it");
        }

        @Override
        public Shown shown(Map<String, Object> object) {
            return Shown.NOTHING;
        }

        @Override
        public Marks marks(Map<String, Object> object) {
            return Marks.NONE;
        }
    }

    /** An API server that takes no event: the log says which it did not get. */
    private static KubernetesClient away() {
        return (KubernetesClient)
                Proxy.newProxyInstance(
                        LoopTest.class.getClassLoader(),
                        new Class<?>[] {KubernetesClient.class},
                        (_, _, _) -> {
                            throw new IllegalStateException("away");
                        });
    }

    @Test
    void aLineThatLeavesNoResultFails() {
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of())).orElseThrow();
        var _ = loop.next(context, "nothing yet");
        assertThatThrownBy(() -> loop.next(context, context.input()))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining("step 'look' of route making");
        assertThatThrownBy(() -> loop.end(context))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(
                        "reached the line 'record' before the reconciliation had ended");
    }

    @Test
    void whatALineLeavesMustBeWhatTheStepComesTo() {
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of())).orElseThrow();
        var _ = loop.next(context, "nothing yet");
        var make = loop.next(context, "seen");
        assertThatThrownBy(() -> loop.next(context, Map.of("audit", "yes")))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining("step 'make' of route making");
        assertThatThrownBy(() -> make.step(Look.class))
                .isInstanceOf(LineFault.class)
                .hasMessageStartingWith(
                        "route making: the line of step 'make' calls a bean for Look, which is another step");
    }

    @Test
    void claimsBeforeTheFirstChangeAndReleasesAfterTheLast() {
        finalizer = Optional.of(FINALIZER);
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of())).orElseThrow();
        assertThat(loop.next(context, "nothing yet").step().name()).isEqualTo("look");
        assertThat(loop.next(context, "seen").step().name()).isEqualTo("claim");
        context.object(Map.of("metadata", Map.of("finalizers", List.of(FINALIZER))));
        assertThat(loop.next(context, context.object()).step().name()).isEqualTo("make");

        var going =
                loop.begin(
                                reconciliation(
                                        Map.of(
                                                "finalizers",
                                                List.of(FINALIZER),
                                                "deletionTimestamp",
                                                "now")))
                        .orElseThrow();
        assertThat(loop.next(going, "nothing yet").step().name()).isEqualTo("look");
        assertThat(loop.next(going, "seen").step().name()).isEqualTo("make");
        assertThat(loop.next(going, "made").step().name()).isEqualTo("release");
        assertThat(loop.next(going, "released").step()).isInstanceOf(Finish.class);
    }

    @Test
    void whatIsGoingAndWasNeverClaimedIsLeftAlone() {
        finalizer = Optional.of(FINALIZER);
        var loop = loop();
        var context = loop.begin(reconciliation(Map.of("deletionTimestamp", "now"))).orElseThrow();
        assertThat(loop.next(context, "nothing yet").step()).isInstanceOf(Finish.class);
    }

    @Test
    void whatIsGoneIsForgotten() {
        var gone = new Reconciliation(KEY, 1, Cause.DELETED, Map.of(), "uid", Instant.EPOCH);
        assertThat(loop().begin(gone)).isEmpty();
        assertThat(forgotten).containsExactly(KEY);
        assertThat(references).containsEntry(KEY, Set.of());
    }
}
