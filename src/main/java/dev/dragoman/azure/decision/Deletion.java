package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.model.ExportValue;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides for an object that is being deleted. The resource in Azure is deleted only if somebody
 * deleted the object itself, not its CRD, and the policy allows it. Otherwise the resource is kept.
 */
final class Deletion {
    private static final String FAILED = "DeleteActionError";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?<value>[^}]+)}");

    private Deletion() {}

    static AzureStep next(AzureFacts facts, AzureProgress done) {
        if (!facts.subject().held() || done.released()) {
            return done.released() && leftInAzure(facts)
                    ? detached(facts)
                    : AzureDecision.quiet(facts, Outcome.done());
        }
        boolean kept = facts.problem().filter(Problem::keepsFinalizer).isPresent();
        if (facts.type().detaching()
                || facts.subject().policy() != AzureFacts.Policy.MANAGE
                || (facts.claim().claimedId().isEmpty() && !kept)) {
            return new AzureStep.Release(facts.type().detaching());
        }
        if (facts.problem().isPresent()) {
            return AzureDecision.failed(
                    facts,
                    facts.state(),
                    facts.problem().get().asWarning(),
                    "DetermineDeleteActionError");
        }
        if (!facts.type().hasDelete()) {
            return withoutDelete(facts, done);
        }
        var operation = facts.state().operation().filter(op -> "DELETE".equals(op.method()));
        if (operation.isPresent() && done.delete().isEmpty()) {
            return done.poll().isEmpty()
                    ? Completion.poll(facts, operation.get())
                    : afterPoll(facts, done, operation.get(), done.poll().get());
        }
        return done.delete().isEmpty()
                ? delete(facts, done)
                : afterDelete(facts, done, done.delete().get());
    }

    private static AzureStep delete(AzureFacts facts, AzureProgress done) {
        var rule = facts.type().rules().deletion();
        return rule.before()
                // the POST must not cancel a resource that existed before the object
                .filter(first -> facts.claim().made())
                .filter(
                        first ->
                                ExportValue.at(
                                                Fields.spec(facts.subject().object()),
                                                first.unless())
                                        .isEmpty())
                .flatMap(first -> before(facts, done, first))
                .orElseGet(() -> new AzureStep.Delete(rule.query(), rule.headers(), point(facts)));
    }

    /** The step that comes before the DELETE; empty when the DELETE may be sent. */
    private static Optional<AzureStep> before(
            AzureFacts facts, AzureProgress done, DeletionRule.Before first) {
        if (done.get().isEmpty()) {
            return Optional.of(new AzureStep.Get());
        }
        var got = done.get().get();
        if (got.gone()) {
            return Optional.of(released(facts, got));
        }
        if (!got.ok()) {
            return Optional.of(failed(facts, facts.state(), got));
        }
        var filled = filled(first.path(), got.body());
        if (filled.isEmpty()) {
            return Optional.empty();
        }
        var path = filled.get();
        if (inOwnSubscription(facts, path)) {
            return Optional.of(spared(facts, path));
        }
        var answer = done.lookUps().get(path);
        return answer == null
                ? Optional.of(new AzureStep.Post(path, first.apiVersion(), point(facts)))
                : refused(facts, path, answer);
    }

    private static Optional<Before> point(AzureFacts facts) {
        return facts.claim().resourceId().or(facts.claim()::claimedId).map(Before::delete);
    }

    private static boolean inOwnSubscription(AzureFacts facts, String path) {
        var asked = new ResourceId(path).subscription();
        return asked.isPresent()
                && facts.claim().subscription().filter(asked.get()::equalsIgnoreCase).isPresent();
    }

    /**
     * Ends because the POST would cancel the credential's own subscription, with all resources in
     * it.
     */
    private static AzureStep spared(AzureFacts facts, String path) {
        return AzureDecision.failed(
                facts,
                facts.state(),
                Problem.error(
                        "OwnSubscription",
                        "%s stands for the subscription of the operator's own credential, so that subscription is not cancelled (POST %s). To delete only the object, set its annotation serviceoperator.azure.com/reconcile-policy to detach-on-delete"
                                .formatted(facts.subject().display(), path)),
                FAILED);
    }

    private static Optional<AzureStep> refused(AzureFacts facts, String path, Answer answer) {
        var doing = "send POST %s before %s is deleted".formatted(path, facts.subject().display());
        return answer.ok()
                ? Optional.empty()
                : Optional.of(
                        AzureDecision.failed(
                                facts,
                                facts.state(),
                                Problem.passing(answer, doing, facts.timing().longestPause()),
                                FAILED));
    }

    /**
     * The path with values of the resource in place of its placeholders; empty when a value is
     * missing or cannot be a segment.
     */
    private static Optional<String> filled(String path, Map<String, Object> resource) {
        var out = new StringBuilder();
        var placeholders = PLACEHOLDER.matcher(path);
        while (placeholders.find()) {
            var value = ExportValue.at(resource, placeholders.group("value"));
            if (value.filter(ResourceId::isSegment).isEmpty()) {
                return Optional.empty();
            }
            placeholders.appendReplacement(out, Matcher.quoteReplacement(value.get()));
        }
        return Optional.of(placeholders.appendTail(out).toString());
    }

    /**
     * Whether the policy keeps the resource in Azure. An Event says so, because whoever deleted the
     * object may not know the policy.
     */
    private static boolean leftInAzure(AzureFacts facts) {
        return !facts.type().detaching()
                && facts.subject().policy() != AzureFacts.Policy.MANAGE
                && facts.claim().claimedId().isPresent();
    }

    private static AzureStep detached(AzureFacts facts) {
        var text =
                "the object is gone, but %s stays in Azure: the reconcile policy is %s"
                        .formatted(
                                facts.claim().claimedId().orElseThrow(),
                                facts.subject().policy().text());
        return AzureDecision.quiet(
                facts.state(), Outcome.done(), new AzureEvent(false, "Detached", text));
    }

    private static AzureStep afterDelete(AzureFacts facts, AzureProgress done, Answer sent) {
        if (sent.gone()) {
            return confirmed(facts, done, sent);
        }
        if (sent.outdated()) {
            return AzureDecision.outdated(facts, "delete " + facts.subject().display());
        }
        if (!sent.ok()) {
            return afterRefusal(facts, done, sent);
        }
        if (sent.status() == 204 || (sent.status() != 202 && sent.operation().isEmpty())) {
            return existed(sent) ? new AzureStep.Release(false) : confirmed(facts, done, sent);
        }
        if (sent.operation().isEmpty()) {
            // no operation to poll: the resource is read until it is gone
            return goneOrWait(facts, done, sent);
        }
        var operation =
                new OwnState.Operation(sent.operation().get(), "DELETE", "", Completion.form(sent));
        return waiting(facts, facts.state().running(operation), sent);
    }

    /**
     * Continues after Azure refused a DELETE. Azure also refuses it for a resource that cannot
     * exist, for example with an invalid name, so a GET finds out whether the resource exists.
     */
    private static AzureStep afterRefusal(AzureFacts facts, AzureProgress done, Answer sent) {
        boolean judged =
                sent.status() >= 400
                        && !List.of(401, 404).contains(sent.status())
                        && !sent.throttled();
        if (judged && done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        return done.get()
                .filter(Answer::gone)
                .map(gone -> released(facts, gone))
                .orElseGet(() -> failed(facts, facts.state(), sent));
    }

    /**
     * Whether the answer to the DELETE says that the resource existed; 204 says that it did not. If
     * it existed, a PUT whose answer was lost can create nothing later: it has done so already.
     */
    private static boolean existed(Answer sent) {
        return sent.status() == 200;
    }

    /**
     * Continues after an answer to the DELETE that the resource is not there. If Azure has had the
     * resource, a GET must say so too: after one wrong answer the resource would stay for ever.
     */
    private static AzureStep confirmed(AzureFacts facts, AzureProgress done, Answer sent) {
        if (facts.state().acceptedHash().isEmpty()) {
            return released(facts, sent);
        }
        var waiting = waiting(facts, facts.state().idle(), sent);
        return done.get()
                .map(got -> got.gone() ? released(facts, sent) : waiting)
                .orElseGet(AzureStep.Get::new);
    }

    /**
     * Releases the object if its resource does not exist. Waits while a PUT whose answer was lost
     * may still create the resource.
     */
    private static AzureStep released(AzureFacts facts, Answer gone) {
        return facts.timing().doubt().isEmpty()
                ? new AzureStep.Release(false)
                : waiting(facts, facts.state().idle(), gone);
    }

    private static AzureStep goneOrWait(AzureFacts facts, AzureProgress done, Answer sent) {
        if (done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        return done.get().get().gone()
                ? released(facts, done.get().get())
                : waiting(facts, facts.state().idle(), sent);
    }

    private static AzureStep afterPoll(
            AzureFacts facts, AzureProgress done, OwnState.Operation operation, Answer polled) {
        return switch (Polling.read(polled, operation.form())) {
            case RUNNING -> waiting(facts, facts.state(), polled);
            case UNKNOWN -> unanswered(facts, polled);
            // Azure may never tell the operation's state, so the resource is read
            case SILENT ->
                    done.get()
                            .map(got -> afterSilence(facts, done, polled, got))
                            .orElseGet(AzureStep.Get::new);
            // an answer that has the resource does not prove that the resource is gone
            case SUCCEEDED ->
                    operation.asks(OwnState.Operation.Form.RESOURCE)
                                    || (polled.hasResource()
                                            && !(polled.body().get("status") instanceof String))
                            ? goneOrWait(facts, done, polled)
                            : released(facts, polled);
            case LOST -> afterLoss(facts, operation, polled);
            case FAILED -> failed(facts, facts.state().idle(), Polling.failure(polled));
        };
    }

    /**
     * Reads the resource after a wait, because Azure no longer knows the operation. A DELETE that
     * is sent at once would be sent again at each such answer.
     */
    private static AzureStep afterLoss(
            AzureFacts facts, OwnState.Operation operation, Answer polled) {
        if (operation.asks(OwnState.Operation.Form.RESOURCE)) {
            return polled.gone() ? released(facts, polled) : waiting(facts, facts.state(), polled);
        }
        var reading = new OwnState.Operation("", "DELETE", "", OwnState.Operation.Form.RESOURCE);
        return AzureDecision.quiet(
                facts.state().running(reading), new Outcome.Pending(Completion.LOST_WAIT));
    }

    /** Sends the DELETE again at a resync, if the resource exists and is not being deleted. */
    private static AzureStep afterSilence(
            AzureFacts facts, AzureProgress done, Answer polled, Answer got) {
        if (got.gone()) {
            return released(facts, got);
        }
        return got.ok() && !got.transitional() && facts.timing().resync()
                ? delete(facts, done)
                : unanswered(facts, polled);
    }

    private static AzureStep unanswered(AzureFacts facts, Answer polled) {
        return AzureDecision.unanswered(
                facts, polled, "poll the deletion of " + facts.subject().display(), FAILED);
    }

    /**
     * Decides for a type without DELETE. Azure deletes such a resource only together with its
     * parent.
     */
    private static AzureStep withoutDelete(AzureFacts facts, AzureProgress done) {
        if (facts.subject().ownerGone()) {
            return new AzureStep.Release(false);
        }
        if (done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        var got = done.get().get();
        if (got.gone()) {
            return released(facts, got);
        }
        if (!got.ok()) {
            return failed(facts, facts.state(), got);
        }
        return AzureDecision.failed(
                facts,
                facts.state(),
                new Problem(
                        "DeletionNotSupportedInAzure",
                        Severity.WARNING,
                        "Azure deletes %s only together with its owner. Delete the owner. To delete only the object, set its annotation serviceoperator.azure.com/reconcile-policy to detach-on-delete"
                                .formatted(facts.subject().display()),
                        Problem.Retry.SYNC_PERIOD,
                        Optional.empty()),
                "NotPossibleInAzure");
    }

    private static AzureStep failed(AzureFacts facts, OwnState state, Answer answer) {
        return AzureDecision.failed(
                facts,
                state,
                Problem.passing(
                        answer,
                        "delete " + facts.subject().display(),
                        facts.timing().longestPause()),
                FAILED);
    }

    private static AzureStep waiting(AzureFacts facts, OwnState state, Answer answer) {
        var text = "Azure is deleting " + facts.claim().resourceId().orElse("");
        var begun = facts.state().operation().filter(op -> "DELETE".equals(op.method())).isEmpty();
        return new AzureStep.Finish(
                Optional.of(ReadyCondition.deleting(facts.subject().generation())),
                state,
                Optional.empty(),
                new Outcome.Pending(Completion.wait(answer)),
                begun ? List.of(new AzureEvent(false, "BeginDelete", text)) : List.of());
    }
}
