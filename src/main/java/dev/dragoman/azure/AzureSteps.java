package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Progress.Mark;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of route {@code azure} that are no requests to Azure, as the bean {@code azureSteps}:
 * each does one thing. The process may be killed after any of them. Thread-safe.
 */
public final class AzureSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AzureSteps.class);

    /** The field manager of what is exported. */
    private static final String EXPORTS = "dragoman-export";

    private final MetadataWriter metadata;
    private final Applier applier;
    private final Departure departure;
    private final Reader reader;
    private final Children children;
    private final Predicate<AzureObservation> taken;

    /**
     * @param taken whether an object has the id that it is about to claim
     */
    AzureSteps(
            Predicate<AzureObservation> taken,
            MetadataWriter metadata,
            Applier applier,
            Departure departure,
            Reader reader,
            Children children) {
        this.taken = taken;
        this.children = children;
        this.departure = departure;
        this.reader = reader;
        this.metadata = metadata;
        this.applier = applier;
    }

    /** Persists that the resource is this object's, before anything is sent. */
    public Mark claim(StepCall<AzureObservation> call) {
        var _ = call.step(Step.Claim.class);
        var seen = call.facts();
        if (!taken.test(seen)) {
            throw new OutcomeException(
                    new Outcome.Transient(
                            "Conflict",
                            "%s: another object has claimed the resource meanwhile, or one around it; nothing is sent"
                                    .formatted(seen.facts().subject().display()),
                            Outcome.Pace.FAST,
                            Optional.empty()));
        }
        boolean absent = done(call).get().filter(Answer::notFound).isPresent();
        call.context()
                .object(
                        metadata.write(
                                call.object(),
                                absent ? seen.claim().with(seen.made()) : seen.claim()));
        return Mark.CLAIMED;
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

    private static Progress done(StepCall<AzureObservation> call) {
        return Progress.of(call.context().results());
    }

    /** Writes the Secrets and ConfigMaps that the object asks for; says why it could not. */
    public Optional<Problem> export(StepCall<AzureObservation> call) {
        var step = call.step(Step.Export.class);
        var options = new ApplyOptions(EXPORTS, Optional.of(call.object()), true).adoptingOrphans();
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

    /**
     * Takes the finalizer away: nothing of ours is left outside. Keys that others have set in what
     * was exported stay.
     */
    public Mark release(StepCall<AzureObservation> call) {
        var seen = call.facts();
        if (call.step(Step.Release.class).childrenStay()) {
            children.disown(seen.kind(), call.object());
        }
        for (var each :
                ExportNames.objects(seen.exports(), Fields.metadata(call.object(), "namespace"))) {
            leave(each, call.object());
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

    /** A right that is missing, as in a namespace that ends, must not keep the object. */
    private void leave(Map<String, Object> exported, Map<String, Object> owner) {
        try {
            var _ = departure.leave(exported, EXPORTS, owner);
        } catch (WriteRefused refused) {
            LOG.warn(
                    "{} goes with its object, whatever others have set in it: {}",
                    Fields.metadata(exported, "name"),
                    refused.getMessage());
        }
    }
}
