package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.model.ExportValue;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.Before;
import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The object is being deleted. Azure's resource goes only if its own object was deleted on purpose
 * and the policy allows it; in every other case it is detached.
 */
final class Deletion {
    private static final String FAILED = "DeleteActionError";
    private static final Pattern HOLE = Pattern.compile("\\{(?<value>[^}]+)}");

    private Deletion() {}

    static Step next(Facts facts, Progress done) {
        if (!facts.subject().held() || done.released()) {
            return done.released() && leftInAzure(facts)
                    ? detached(facts)
                    : Decision.quiet(facts, Outcome.done());
        }
        boolean kept = facts.problem().filter(Problem::keepsFinalizer).isPresent();
        if (facts.type().detaching()
                || facts.subject().policy() != Facts.Policy.MANAGE
                || (facts.claim().claimedId().isEmpty() && !kept)) {
            return new Step.Release(facts.type().detaching());
        }
        if (facts.problem().isPresent()) {
            return Decision.failed(
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

    private static Step delete(Facts facts, Progress done) {
        var rule = facts.type().rules().deletion();
        return rule.before()
                // what was there before the object stays
                .filter(first -> facts.claim().made())
                .filter(
                        first ->
                                ExportValue.at(
                                                Fields.spec(facts.subject().object()),
                                                first.unless())
                                        .isEmpty())
                .flatMap(first -> before(facts, done, first))
                .orElseGet(() -> new Step.Delete(rule.query(), rule.headers(), leave(facts)));
    }

    /** What comes before the DELETE; empty when it may be sent. */
    private static Optional<Step> before(Facts facts, Progress done, DeletionRule.Before first) {
        if (done.get().isEmpty()) {
            return Optional.of(new Step.Get());
        }
        var got = done.get().get();
        if (got.gone()) {
            return Optional.of(released(facts, got));
        }
        if (!got.ok()) {
            return Optional.of(failed(facts, facts.state(), got));
        }
        return filled(first.path(), got.body())
                .flatMap(
                        path -> {
                            if (own(facts, path)) {
                                return Optional.of(spared(facts, path));
                            }
                            var answer = done.lookUps().get(path);
                            return answer == null
                                    ? Optional.of(
                                            new Step.Post(path, first.apiVersion(), leave(facts)))
                                    : refused(facts, path, answer);
                        });
    }

    private static Optional<Before> leave(Facts facts) {
        return facts.claim().resourceId().or(facts.claim()::claimedId).map(Before::delete);
    }

    private static boolean own(Facts facts, String path) {
        var asked = new ResourceId(path).subscription();
        return asked.isPresent()
                && facts.claim().subscription().filter(asked.get()::equalsIgnoreCase).isPresent();
    }

    /** Everything that the operator looks after would go with it. */
    private static Step spared(Facts facts, String path) {
        return Decision.failed(
                facts,
                facts.state(),
                Problem.error(
                        "OwnSubscription",
                        "%s stands for the subscription of the operator's credential, which is not cancelled (POST %s). To delete the object alone, set its annotation serviceoperator.azure.com/reconcile-policy to detach-on-delete"
                                .formatted(facts.subject().display(), path)),
                FAILED);
    }

    private static Optional<Step> refused(Facts facts, String path, Answer answer) {
        var doing = "send POST %s before %s is deleted".formatted(path, facts.subject().display());
        return answer.ok()
                ? Optional.empty()
                : Optional.of(
                        Decision.failed(
                                facts,
                                facts.state(),
                                Problem.passing(answer, doing, facts.timing().longestPause()),
                                FAILED));
    }

    /** A path with values of the resource in it; empty where one is missing, or is no segment. */
    private static Optional<String> filled(String path, Map<String, Object> resource) {
        var out = new StringBuilder();
        var holes = HOLE.matcher(path);
        while (holes.find()) {
            var value = ExportValue.at(resource, holes.group("value"));
            if (value.filter(ResourceId::isSegment).isEmpty()) {
                return Optional.empty();
            }
            holes.appendReplacement(out, Matcher.quoteReplacement(value.get()));
        }
        return Optional.of(holes.appendTail(out).toString());
    }

    /** Whoever deleted the object may not know what its policy says: the object alone is gone. */
    private static boolean leftInAzure(Facts facts) {
        return !facts.type().detaching()
                && facts.subject().policy() != Facts.Policy.MANAGE
                && facts.claim().claimedId().isPresent();
    }

    private static Step detached(Facts facts) {
        var text =
                "the object is gone, and %s stays in Azure, which was not asked: the reconcile policy is %s"
                        .formatted(
                                facts.claim().claimedId().orElseThrow(),
                                facts.subject().policy().text());
        return new Step.Finish(
                Optional.empty(),
                facts.state(),
                Optional.empty(),
                Outcome.done(),
                List.of(new AzureEvent(false, "Detached", text)));
    }

    private static Step afterDelete(Facts facts, Progress done, Answer sent) {
        if (sent.gone()) {
            return released(facts, sent);
        }
        if (sent.outdated()) {
            return Decision.outdated(facts, "delete " + facts.subject().display());
        }
        if (!sent.ok()) {
            return afterRefusal(facts, done, sent);
        }
        if (sent.status() == 204 || (sent.status() != 202 && sent.operation().isEmpty())) {
            return new Step.Release(false);
        }
        if (sent.operation().isEmpty()) {
            // nothing to ask: the resource itself tells when it is gone
            return goneOrWait(facts, done, sent);
        }
        var operation =
                new OwnState.Operation(sent.operation().get(), "DELETE", "", Completion.form(sent));
        return waiting(facts, facts.state().running(operation), sent);
    }

    /**
     * Azure also refuses to delete what it would never have made, such as a resource with a name
     * that it does not take: whether there is anything, a look tells.
     */
    private static Step afterRefusal(Facts facts, Progress done, Answer sent) {
        boolean judged =
                sent.status() >= 400
                        && !List.of(401, 404).contains(sent.status())
                        && !sent.throttled();
        if (judged && done.get().isEmpty()) {
            return new Step.Get();
        }
        return done.get()
                .filter(Answer::gone)
                .map(gone -> released(facts, gone))
                .orElseGet(() -> failed(facts, facts.state(), sent));
    }

    /** What is not there may only not be there yet. */
    private static Step released(Facts facts, Answer gone) {
        return facts.timing().doubt().isEmpty()
                ? new Step.Release(false)
                : waiting(facts, facts.state().idle(), gone);
    }

    private static Step goneOrWait(Facts facts, Progress done, Answer sent) {
        if (done.get().isEmpty()) {
            return new Step.Get();
        }
        return done.get().get().gone()
                ? new Step.Release(false)
                : waiting(facts, facts.state().idle(), sent);
    }

    private static Step afterPoll(
            Facts facts, Progress done, OwnState.Operation operation, Answer polled) {
        return switch (Polling.read(polled, operation.form())) {
            case RUNNING -> waiting(facts, facts.state(), polled);
            case UNKNOWN -> unanswered(facts, polled);
            // for ever, it may be: the resource tells
            case SILENT ->
                    done.get()
                            .map(got -> afterSilence(facts, done, polled, got))
                            .orElseGet(Step.Get::new);
            // the resource itself is no word of its end
            case SUCCEEDED ->
                    polled.hasResource() && !(polled.body().get("status") instanceof String)
                            ? goneOrWait(facts, done, polled)
                            : new Step.Release(false);
            case LOST -> delete(facts, done);
            case FAILED -> failed(facts, facts.state().idle(), Polling.failure(polled));
        };
    }

    /** What is there, and is not being deleted, when a resync finds it, is deleted again. */
    private static Step afterSilence(Facts facts, Progress done, Answer polled, Answer got) {
        if (got.gone()) {
            return released(facts, got);
        }
        return got.ok() && !got.transitional() && facts.timing().resync()
                ? delete(facts, done)
                : unanswered(facts, polled);
    }

    private static Step unanswered(Facts facts, Answer polled) {
        return Decision.unanswered(
                facts, polled, "ask for the deletion of " + facts.subject().display(), FAILED);
    }

    /** Such a resource lives as long as its parent. */
    private static Step withoutDelete(Facts facts, Progress done) {
        if (facts.subject().ownerGone()) {
            return new Step.Release(false);
        }
        if (done.get().isEmpty()) {
            return new Step.Get();
        }
        var got = done.get().get();
        if (got.gone()) {
            return released(facts, got);
        }
        if (!got.ok()) {
            return failed(facts, facts.state(), got);
        }
        return Decision.failed(
                facts,
                facts.state(),
                new Problem(
                        "DeletionNotSupportedInAzure",
                        Severity.WARNING,
                        "Azure cannot delete %s on its own; delete its owner, or set the annotation serviceoperator.azure.com/reconcile-policy: detach-on-delete"
                                .formatted(facts.subject().display()),
                        Problem.Retry.SYNC_PERIOD,
                        Optional.empty()),
                "NotPossibleInAzure");
    }

    private static Step failed(Facts facts, OwnState state, Answer answer) {
        return Decision.failed(
                facts,
                state,
                Problem.passing(
                        answer,
                        "delete " + facts.subject().display(),
                        facts.timing().longestPause()),
                FAILED);
    }

    private static Step waiting(Facts facts, OwnState state, Answer answer) {
        var begun = facts.state().operation().filter(op -> "DELETE".equals(op.method())).isEmpty();
        return new Step.Finish(
                Optional.of(ReadyCondition.deleting(facts.subject().generation())),
                state,
                Optional.empty(),
                new Outcome.Pending(Completion.wait(answer)),
                begun
                        ? List.of(
                                new AzureEvent(
                                        false,
                                        "BeginDelete",
                                        "Azure is deleting "
                                                + facts.claim().resourceId().orElse("")))
                        : List.of());
    }
}
