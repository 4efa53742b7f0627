package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.decision.Decision;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.StatusForm;
import dev.dragoman.capability.UnfitWanted;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import java.util.Optional;
import java.util.function.Supplier;

/** An Azure resource from its custom resource. Thread-safe. */
final class AzureCapability implements Capability<AzureObservation> {
    /** Field manager of the status, and of nothing else. */
    static final String MANAGER = "dragoman-status";

    private final Declaration declaration;
    private final Observer observer;
    private final Supplier<byte[]> hashKey;
    private final Waits waits;
    private final ArmMetrics metrics;

    AzureCapability(
            Observer observer,
            Supplier<byte[]> hashKey,
            Waits waits,
            ArmMetrics metrics,
            StatusForm form) {
        this.observer = observer;
        this.hashKey = hashKey;
        this.waits = waits;
        this.metrics = metrics;
        this.declaration = new Declaration("azure", Optional.empty(), "Reconcile", form);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<AzureObservation>> observe(Pass pass) {
        return observer.observe(pass)
                .map(
                        seen ->
                                new Observed<>(
                                        seen,
                                        seen.needs(),
                                        seen.mapped()
                                                .filter(any -> seen.hasBody())
                                                .map(ArmBody.Result::body)));
    }

    @Override
    public AzureObservation wanted(AzureObservation seen, Object wanted) {
        try {
            var body = ReturnedBody.of(wanted, seen.mapped().orElseThrow().body());
            return WantedBody.of(seen, body, hashKey.get());
        } catch (ReturnedBody.Unfit unfit) {
            throw new UnfitWanted(unfit.getMessage() + "; nothing was sent to Azure");
        }
    }

    @Override
    public Step decide(AzureObservation seen, Results results) {
        return Decision.next(seen.facts(), Progress.of(results));
    }

    @Override
    public Ending ending(Context<AzureObservation> context, Finish finish) {
        return AzureEnding.of(context.facts(), context.object(), (Step.Finish) finish);
    }

    @Override
    public void ended(Context<AzureObservation> context, Finish last) {
        var seen = context.facts();
        var finish = (Step.Finish) last;
        finish.notes().stream()
                .filter(note -> note.repair())
                .forEach(note -> metrics.repaired(seen.kind().id()));
        var pending = Decision.pending(seen.facts(), Progress.of(context.results()));
        waits.pending(seen.key(), pending);
        if ((finish.state().operation().isPresent() || !pending.isEmpty())
                && finish.outcome() instanceof Outcome.RequeueAfter(var after)) {
            if (seen.facts().pollWait().isEmpty()) {
                waits.set(seen.key(), after);
            }
        } else {
            waits.clear(seen.key());
        }
    }

    @Override
    public void forget(ObjectKey key) {
        observer.forget(key);
    }
}
