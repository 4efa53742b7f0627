package dev.dragoman.azure;

import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.ExportNames;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureProgress.Mark;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.OutcomeException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bean {@code azureSteps}: the steps of the route {@code azure} that send no request to Azure.
 * Each step does one thing, and the process may be killed after any step. Thread-safe.
 */
public final class AzureSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AzureSteps.class);

    /** Field manager of exported Secrets and ConfigMaps. */
    private static final String EXPORTS = "dragoman-export";

    private final MetadataWriter metadata;
    private final Applier applier;
    private final Departure departure;
    private final Reader reader;
    private final Children children;
    private final Predicate<AzureObservation> taken;
    private final Memory memory;

    /**
     * @param taken reserves the ARM id that an object is about to claim; false if the object may
     *     not have it
     */
    AzureSteps(
            Predicate<AzureObservation> taken,
            MetadataWriter metadata,
            Applier applier,
            Departure departure,
            Reader reader,
            Children children,
            Memory memory) {
        this.memory = memory;
        this.taken = taken;
        this.children = children;
        this.departure = departure;
        this.reader = reader;
        this.metadata = metadata;
        this.applier = applier;
    }

    /**
     * Writes the claim, which says that the resource belongs to this object, before anything is
     * sent.
     *
     * @throws OutcomeException when another object has claimed the resource meanwhile
     */
    public Mark claim(StepCall<AzureObservation> call) {
        var _ = call.step(AzureStep.Claim.class);
        var seen = call.facts();
        if (!taken.test(seen)) {
            throw OutcomeException.soon(
                    "Conflict",
                    "%s: meanwhile another object has claimed this resource, or a resource above or below it; nothing is sent"
                            .formatted(seen.facts().subject().display()));
        }
        boolean absent = done(call).get().filter(Answer::notFound).isPresent();
        call.context()
                .object(
                        metadata.write(
                                call.object(),
                                absent ? seen.claim().with(seen.made()) : seen.claim()));
        return Mark.CLAIMED;
    }

    /**
     * Reads the object from the API server, past the cache.
     *
     * @throws OutcomeException when the object no longer exists, or is being deleted
     */
    public Mark confirm(StepCall<AzureObservation> call) {
        var _ = call.step(AzureStep.Confirm.class);
        var apiVersion = String.valueOf(call.object().get("apiVersion"));
        var reconciliation = call.context().reconciliation();
        var wanted =
                reader.get(apiVersion, reconciliation.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(reconciliation.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (wanted.isEmpty()) {
            throw OutcomeException.soon(
                    "Conflict",
                    "%s: the object was deleted meanwhile; nothing is sent"
                            .formatted(call.facts().facts().subject().display()));
        }
        return Mark.CONFIRMED;
    }

    private static AzureProgress done(StepCall<AzureObservation> call) {
        return AzureProgress.of(call.context().results());
    }

    /**
     * Writes the Secrets and ConfigMaps that the object asks for.
     *
     * @return why a write failed; empty when all succeeded
     */
    public Optional<Problem> export(StepCall<AzureObservation> call) {
        var step = call.step(AzureStep.Export.class);
        var options = new ApplyOptions(EXPORTS, Optional.of(call.object()), true).adoptingOrphans();
        boolean only = call.facts().vault().choice().filter(VaultChoice::only).isPresent();
        var versions = new HashSet<String>();
        for (var object : step.exports()) {
            try {
                if (only && "Secret".equals(object.get("kind"))) {
                    continue;
                }
                var applied = applier.apply(kept(object, step), options);
                if (applied instanceof Applied.Foreign(var owner)) {
                    return Optional.of(ExportPlan.foreign(object, owner));
                }
                versions.add(Fields.metadata(applied.object(), "resourceVersion"));
            } catch (WriteRefused refused) {
                return Optional.of(notWritten(refused));
            }
        }
        memory.wrote(call.facts().key(), versions.hashCode());
        return Optional.empty();
    }

    /** The Secret or ConfigMap with the present values of keys that are not known now. */
    private Map<String, Object> kept(Map<String, Object> object, AzureStep.Export step) {
        var key = Fields.key(object);
        var keys = step.kept().getOrDefault(key.kind() + " " + key.name(), Set.of());
        if (keys.isEmpty()) {
            return object;
        }
        var data = new LinkedHashMap<>(Fields.map(object, "data"));
        var present = reader.get("v1", key).map(each -> Fields.map(each, "data")).orElse(Map.of());
        keys.stream()
                .filter(present::containsKey)
                .forEach(each -> data.putIfAbsent(each, present.get(each)));
        return Json.with(object, "data", data);
    }

    /**
     * Removes our keys from Secrets that were exported before the object asked to keep the values
     * only in a Key Vault.
     *
     * @return why a write failed; empty when all succeeded
     */
    Optional<Problem> clear(StepCall<?> call, AzureObservation seen) {
        var secrets =
                ExportNames.objects(seen.exports(), Fields.metadata(call.object(), "namespace"));
        try {
            for (var each : secrets) {
                if ("Secret".equals(each.get("kind"))) {
                    var _ = departure.clear(each, EXPORTS, call.object());
                }
            }
            return Optional.empty();
        } catch (WriteRefused refused) {
            return Optional.of(notWritten(refused));
        }
    }

    /** The write is retried, because no watch event tells when the missing right is granted. */
    private static Problem notWritten(WriteRefused refused) {
        return Problem.slow("FailedWritingAdditionalKubernetesObjects", refused.getMessage());
    }

    /**
     * Removes the finalizer, and before that the operator's keys in exported Secrets and
     * ConfigMaps. Keys that others have set there are kept.
     *
     * @throws WriteRefused when the operator may not withdraw from such a Secret or ConfigMap
     */
    public Mark release(StepCall<AzureObservation> call) {
        var seen = call.facts();
        if (call.step(AzureStep.Release.class).childrenStay()) {
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
            LOG.info("removed the finalizer of the object of {}", seen.facts().subject().display());
        } catch (ObjectGone alreadyGone) {
            LOG.debug(
                    "the object of {} was deleted before its finalizer was removed",
                    seen.facts().subject().display(),
                    alreadyGone);
        }
        return Mark.RELEASED;
    }

    /**
     * Removes our keys from an exported object. If that is refused, the finalizer stays: the
     * garbage collector would delete the keys of others with the object. In a namespace that is
     * being deleted, all keys are deleted anyway.
     *
     * @throws WriteRefused with the reason {@link WriteRefused#NOT_LEFT}
     */
    private void leave(Map<String, Object> exported, Map<String, Object> owner) {
        try {
            var _ = departure.leave(exported, EXPORTS, owner);
        } catch (WriteRefused refused) {
            var namespace = Fields.metadata(owner, "namespace");
            if (reader.get("v1", new ObjectKey("", "Namespace", "", namespace))
                    .filter(each -> !Fields.deleting(each))
                    .isPresent()) {
                throw refused.notLeft(
                        "%s %s".formatted(exported.get("kind"), Fields.metadata(exported, "name")),
                        namespace);
            }
            LOG.info("the namespace is being deleted: {}", refused.getMessage());
        }
    }
}
