package dev.dragoman.azure;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Condition;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.export.ExportPlan;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out exactly the one step that was decided. The process may be killed after any of them.
 */
final class Actor {
    private static final Logger LOG = LoggerFactory.getLogger(Actor.class);

    private final Requests azure;
    private final MetadataWriter metadata;
    private final Applier applier;
    private final Reader reader;
    private final Children children;

    Actor(
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

    /** What the pass has done after this step. */
    Progress act(Visit visit) {
        var done = visit.progress;
        return switch (visit.step) {
            case Step.Claim _ -> {
                claim(visit);
                yield done.withClaim();
            }
            case Step.Get _ -> done.withGet(azure.read(visit));
            case Step.LookUp look -> done.withLookUp(look.key(), azure.lookUp(visit, look));
            case Step.Confirm _ -> {
                confirm(visit);
                yield done.withConfirmation();
            }
            case Step.Put(var body) -> done.withPut(azure.put(visit, body));
            case Step.Poll(var operation) -> done.withPoll(azure.poll(visit, operation.url()));
            case Step.Post(var path, var apiVersion) ->
                    done.withLookUp(path, azure.post(visit, path, apiVersion));
            case Step.Delete how -> done.withDelete(azure.delete(visit, how));
            case Step.Register _ -> done.withRegistration(azure.register(visit));
            case Step.Call(var call, var other) ->
                    done.withCall(call, azure.call(visit, call, other));
            case Step.Await(var call, var url) -> done.withCall(call, azure.poll(visit, url));
            case Step.Export(var resource) -> done.withExport(export(visit, resource));
            case Step.Release(var childrenStay) -> {
                release(visit, childrenStay);
                yield done.withRelease();
            }
            case Step.Finish _ -> done;
        };
    }

    private void claim(Visit visit) {
        boolean absent = visit.progress.get().filter(Answer::notFound).isPresent();
        visit.object =
                metadata.write(visit.object, absent ? visit.claim.with(visit.made) : visit.claim);
    }

    private void confirm(Visit visit) {
        var apiVersion = String.valueOf(visit.object.get("apiVersion"));
        var wanted =
                reader.get(apiVersion, visit.pass.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(visit.pass.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (wanted.isEmpty()) {
            throw new OutcomeException(
                    new Outcome.Transient(
                            "Conflict",
                            "%s: the object was deleted meanwhile; nothing is sent"
                                    .formatted(visit.facts.display()),
                            Outcome.Pace.FAST,
                            Optional.empty()));
        }
    }

    private Optional<Problem> export(Visit visit, Map<String, Object> resource) {
        var calls = new HashMap<ExportCall, Map<String, Object>>();
        visit.progress.calls().forEach((call, answer) -> calls.put(call, answer.body()));
        var plan = ExportPlan.of(visit.exports, visit.pass.key().namespace(), resource, calls);
        if (plan.problem().isPresent()) {
            return plan.problem();
        }
        var options = new ApplyOptions("dragoman-export", Optional.of(visit.object), true);
        for (var object : plan.objects()) {
            try {
                if (applier.apply(object, options) instanceof Applied.Foreign(var owner)) {
                    return Optional.of(ExportPlan.foreign(object, owner));
                }
            } catch (WriteRefused refused) {
                // a right that is given back is no event that would wake the object
                return Optional.of(
                        new Problem(
                                "FailedWritingAdditionalKubernetesObjects",
                                Condition.Severity.WARNING,
                                refused.getMessage(),
                                Problem.Retry.SLOW,
                                Optional.empty()));
            }
        }
        return Optional.empty();
    }

    private void release(Visit visit, boolean childrenStay) {
        if (childrenStay) {
            children.disown(visit.kind, visit.object);
        }
        try {
            visit.object =
                    metadata.write(
                            visit.object, MetadataChange.removeFinalizer(AsoNames.FINALIZER));
            LOG.info("released {}", visit.facts.display());
        } catch (ObjectGone alreadyGone) {
            LOG.debug("{} was gone before it was released", visit.facts.display(), alreadyGone);
        }
    }
}
