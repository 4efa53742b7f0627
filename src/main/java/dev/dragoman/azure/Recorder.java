package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.decision.Decision;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.azure.model.SpecCheck;
import dev.dragoman.kube.EventType;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.Outcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the status when it differs, then the Events of the transition. */
final class Recorder {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    /** Field manager of the status, and of nothing else. */
    static final String MANAGER = "dragoman-status";

    private final StatusWriter status;
    private final EventWriter events;
    private final Waits waits;
    private final ArmMetrics metrics;
    private final InstantSource clock;

    Recorder(
            StatusWriter status,
            EventWriter events,
            Waits waits,
            ArmMetrics metrics,
            InstantSource clock) {
        this.status = status;
        this.events = events;
        this.waits = waits;
        this.metrics = metrics;
        this.clock = clock;
    }

    Outcome record(Visit visit, Step.Finish finish) {
        remember(visit, finish);
        // what was released has no status any more, only a last word
        var changed = !visit.progress.released() && write(visit, finish);
        for (var note : finish.notes()) {
            if (note.repair()) {
                metrics.repaired(visit.kind.id());
            }
            if (changed || !note.warning() || "Overlap".equals(note.reason())) {
                events.emit(
                        visit.object,
                        note.warning() ? EventType.WARNING : EventType.NORMAL,
                        note.reason(),
                        "Reconcile",
                        note.text());
            }
        }
        return finish.outcome();
    }

    /** Shows a failure that no decision foresaw. */
    void failed(Map<String, Object> object, String reason, String text) {
        var condition = Problem.waiting(reason, text).condition(Fields.generation(object));
        var finish =
                new Step.Finish(
                        Optional.of(condition),
                        OwnState.of(object),
                        Optional.empty(),
                        Outcome.done(),
                        List.of());
        var wanted =
                StatusText.of(object, finish, UnaryOperator.identity(), List.of(), clock.instant());
        try {
            status.write(object, wanted, MANAGER)
                    .ifPresent(
                            now -> events.emit(now, EventType.WARNING, reason, "Reconcile", text));
        } catch (KubeException unwritten) {
            LOG.warn("the failure cannot be shown in the status: {}", unwritten.getMessage());
        }
    }

    private void remember(Visit visit, Step.Finish finish) {
        var pending = Decision.pending(visit.facts, visit.progress);
        waits.pending(visit.pass.key(), pending);
        if ((finish.state().operation().isPresent() || !pending.isEmpty())
                && finish.outcome() instanceof Outcome.RequeueAfter(var after)) {
            if (visit.facts.pollWait().isEmpty()) {
                waits.set(visit.pass.key(), after);
            }
        } else {
            waits.clear(visit.pass.key());
        }
    }

    private boolean write(Visit visit, Step.Finish finish) {
        if (finish.condition().isEmpty()
                && finish.resource().isEmpty()
                && finish.state().equals(OwnState.of(visit.object))) {
            return false;
        }
        var wanted =
                StatusText.of(
                        visit.object,
                        finish,
                        body ->
                                ArmStatus.of(
                                        visit.version,
                                        body,
                                        visit.mapped
                                                .map(ArmBody.Result::secretPaths)
                                                .orElse(Set.of())),
                        SpecCheck.of(visit.kind, visit.version, Fields.spec(visit.object)).all(),
                        clock.instant());
        try {
            var written = status.write(visit.object, wanted, MANAGER);
            written.ifPresent(o -> visit.object = o);
            finish.condition()
                    .filter(c -> written.isPresent())
                    .ifPresent(
                            c ->
                                    LOG.info(
                                            "{}: {}",
                                            visit.facts.display(),
                                            (c.reason() + " " + c.message()).strip()));
            return written.isPresent();
        } catch (ObjectGone gone) {
            LOG.debug("{} is gone, its status is not written", visit.facts.display(), gone);
            return false;
        }
    }
}
