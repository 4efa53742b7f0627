package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Progress.Mark;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of route {@code azure}, as the bean {@code azureSteps}: each does one thing. The
 * process may be killed after any of them. Thread-safe.
 */
public final class AzureSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AzureSteps.class);

    private final Requests azure;
    private final MetadataWriter metadata;
    private final Applier applier;
    private final Reader reader;
    private final Children children;

    AzureSteps(
            Requests azure,
            MetadataWriter metadata,
            Applier applier,
            Reader reader,
            Children children) {
        this.children = children;
        this.reader = reader;
        this.azure = azure;
        this.metadata = metadata;
        this.applier = applier;
    }

    /** Persists that the resource is this object's, before anything is sent. */
    public Mark claim(StepCall<AzureObservation> call) {
        var _ = call.step(Step.Claim.class);
        var seen = call.facts();
        boolean absent = done(call).get().filter(Answer::notFound).isPresent();
        call.context()
                .object(
                        metadata.write(
                                call.object(),
                                absent ? seen.claim().with(seen.made()) : seen.claim()));
        return Mark.CLAIMED;
    }

    /** Reads the resource. */
    public Answer get(StepCall<AzureObservation> call) {
        var _ = call.step(Step.Get.class);
        return azure.read(call.facts());
    }

    /** Reads something else of Azure, without which the body is not complete. */
    public Answer lookUp(StepCall<AzureObservation> call) {
        return azure.lookUp(call.facts(), call.step(Step.LookUp.class));
    }

    /** Reads the object itself, which must still be wanted. */
    public Mark confirm(StepCall<AzureObservation> call) {
        var _ = call.step(Step.Confirm.class);
        var apiVersion = String.valueOf(call.object().get("apiVersion"));
        var reconciliation = call.context().reconciliation();
        var wanted =
                reader.get(apiVersion, reconciliation.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(reconciliation.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (wanted.isEmpty()) {
            throw new OutcomeException(
                    new Outcome.Transient(
                            "Conflict",
                            "%s: the object was deleted meanwhile; nothing is sent"
                                    .formatted(call.facts().facts().subject().display()),
                            Outcome.Pace.FAST,
                            Optional.empty()));
        }
        return Mark.CONFIRMED;
    }

    /** Creates or replaces the resource. */
    public Answer put(StepCall<AzureObservation> call) {
        return azure.put(call.facts(), call.step(Step.Put.class).body());
    }

    /** Asks for a long-running operation. */
    public Answer poll(StepCall<AzureObservation> call) {
        return azure.poll(call.facts(), call.step(Step.Poll.class).operation().url());
    }

    /** Sends what comes before a deletion, or deletes for good what Azure keeps. */
    public Answer post(StepCall<AzureObservation> call) {
        var step = call.step(Step.Post.class);
        return azure.post(call.facts(), step.path(), step.apiVersion());
    }

    /** Deletes the resource. */
    public Answer delete(StepCall<AzureObservation> call) {
        return azure.delete(call.facts(), call.step(Step.Delete.class));
    }

    /** Registers the provider of the type in the subscription. */
    public Answer register(StepCall<AzureObservation> call) {
        var _ = call.step(Step.Register.class);
        return azure.register(call.facts());
    }

    /** Sends a request whose answer holds values to export. */
    public Answer call(StepCall<AzureObservation> call) {
        var step = call.step(Step.Call.class);
        return azure.call(call.facts(), step.call(), step.id());
    }

    /** Asks for the result of such a request. */
    public Answer await(StepCall<AzureObservation> call) {
        return azure.poll(call.facts(), call.step(Step.Await.class).url());
    }

    private static Progress done(StepCall<AzureObservation> call) {
        return Progress.of(call.context().results());
    }

    /** Writes the Secrets and ConfigMaps that the object asks for; says why it could not. */
    public Optional<Problem> export(StepCall<AzureObservation> call) {
        var step = call.step(Step.Export.class);
        var options = new ApplyOptions("dragoman-export", Optional.of(call.object()), true);
        for (var object : step.exports()) {
            try {
                if (applier.apply(object, options) instanceof Applied.Foreign(var owner)) {
                    return Optional.of(ExportPlan.foreign(object, owner));
                }
            } catch (WriteRefused refused) {
                // a right that is given back is no event that would wake the object
                return Optional.of(
                        new Problem(
                                "FailedWritingAdditionalKubernetesObjects",
                                Severity.WARNING,
                                refused.getMessage(),
                                Problem.Retry.SLOW,
                                Optional.empty()));
            }
        }
        return Optional.empty();
    }

    /** Takes the finalizer away: nothing of ours is left outside. */
    public Mark release(StepCall<AzureObservation> call) {
        var seen = call.facts();
        if (call.step(Step.Release.class).childrenStay()) {
            children.disown(seen.kind(), call.object());
        }
        try {
            call.context()
                    .object(
                            metadata.write(
                                    call.object(),
                                    MetadataChange.removeFinalizer(AsoNames.FINALIZER)));
            LOG.info("released {}", seen.facts().subject().display());
        } catch (ObjectGone alreadyGone) {
            LOG.debug(
                    "{} was gone before it was released",
                    seen.facts().subject().display(),
                    alreadyGone);
        }
        return Mark.RELEASED;
    }
}
