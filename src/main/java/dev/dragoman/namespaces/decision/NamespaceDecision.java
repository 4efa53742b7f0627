package dev.dragoman.namespaces.decision;

import dev.dragoman.namespaces.decision.NamespaceStep.State;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides the next step for a request. Pure: the same facts and progress give the same step. If the
 * process is killed at any point, the next reconciliation continues.
 */
public final class NamespaceDecision {
    /** Longest time until a served request is reconciled again. */
    private static final Duration LOOK = Duration.ofHours(1);

    /** Time until the next reconciliation while new rights are not yet in effect. */
    private static final Duration RIGHTS = Duration.ofMillis(250);

    private static final Duration SOON = Duration.ofSeconds(5);

    private NamespaceDecision() {}

    /** The next step; a {@link NamespaceStep.Finish} ends the reconciliation. */
    public static NamespaceStep next(NamespaceFacts facts, NamespaceProgress progress) {
        if (progress.problem().isPresent()) {
            return failed(progress.problem().get());
        }
        return switch (facts.verdict()) {
            case NameRules.Verdict.Ignored _ -> end(State.SILENT, "", "");
            case NameRules.Verdict.Refused(var reason, var message) ->
                    end(State.REFUSED, reason, message);
            case NameRules.Verdict.Accepted _ -> whose(facts, progress);
        };
    }

    /** Checks that the namespace belongs to this request before a step writes to it. */
    private static NamespaceStep whose(NamespaceFacts facts, NamespaceProgress progress) {
        var found = progress.namespace().or(facts::namespace);
        if (facts.boundTo().isPresent()) {
            var spent = spent(found, facts.boundTo().get());
            if (spent.isPresent()) {
                return spent.get();
            }
        }
        if (found.isEmpty()) {
            return begin(facts, NamespaceStep.MakeNamespace::new);
        }
        var namespace = found.get();
        if (namespace.vended() && namespace.requestUid().equals(facts.uid())) {
            if (namespace.terminating()) {
                return going();
            }
            return namespace.noted()
                    ? furnish(facts, progress, namespace)
                    : begin(facts, NamespaceStep.Adopt::new);
        }
        if (namespace.terminating()) {
            return end(
                    State.WAITING,
                    "NamespaceTerminating",
                    "an older namespace %s is being deleted; this request is served when that namespace is gone"
                            .formatted(facts.name()));
        }
        if (!namespace.vended()) {
            return end(
                    State.REFUSED,
                    "NamespaceExists",
                    "namespace %s exists and was not made by Dragoman. Create a ConfigMap of another name"
                            .formatted(facts.name()));
        }
        if (namespace.requestUid().isEmpty()) {
            // the owner reference of the ConfigMap proves nothing: the ConfigMap's author may have
            // written it
            return end(
                    State.REFUSED,
                    "NamespaceExists",
                    "namespace %s exists and was not made for this ConfigMap. Create a ConfigMap of another name, or an administrator gives the namespace over: kubectl annotate namespace %s %s=%s"
                            .formatted(facts.name(), facts.name(), Keys.REQUEST_UID, facts.uid()));
        }
        return end(
                State.WAITING,
                "NamespaceOfEarlierRequest",
                "namespace %s was made for an earlier ConfigMap of this name. Delete the namespace and this request is served, or create a ConfigMap of another name"
                        .formatted(facts.name()));
    }

    /**
     * The end of a request whose namespace is gone or being deleted; empty if the namespace stays.
     */
    private static Optional<NamespaceStep> spent(
            Optional<NamespaceFacts.Existing> found, String boundTo) {
        var same = found.filter(each -> each.uid().equals(boundTo));
        if (same.isEmpty()) {
            return Optional.of(
                    end(
                            State.SPENT,
                            "NamespaceGone",
                            "the namespace that was made for this request has been deleted. Delete this ConfigMap and create it again for a new namespace"));
        }
        return same.filter(NamespaceFacts.Existing::terminating).map(any -> going());
    }

    /**
     * The end of a request whose namespace is being deleted. Binds the request to this namespace,
     * so that the request gets no second namespace.
     */
    private static NamespaceStep going() {
        return new NamespaceStep.Finish(
                State.SPENT,
                "NamespaceGone",
                "the namespace that was made for this request is being deleted. When it is gone, create the ConfigMap again for a new namespace",
                true,
                Outcome.done());
    }

    /**
     * A step that writes the chosen lifetime, or the refusal if an annotation of the request is
     * invalid.
     */
    private static NamespaceStep begin(
            NamespaceFacts facts, Function<Map<String, String>, NamespaceStep> step) {
        return switch (facts.lifetime().choose(facts.annotations(), facts.now())) {
            case Lifetime.Choice.Unreadable(var message) ->
                    end(State.REFUSED, "InvalidAnnotation", message);
            case Lifetime.Choice.Annotations(var values) -> step.apply(values);
        };
    }

    private static NamespaceStep furnish(
            NamespaceFacts facts, NamespaceProgress progress, NamespaceFacts.Existing namespace) {
        if (progress.furnished().isEmpty()) {
            return new NamespaceStep.Furnish();
        }
        var furnished = progress.furnished().get();
        var policy =
                furnished.policy().isEmpty()
                        ? Optional.of(facts.defaultPolicy())
                        : TokenPolicy.of(furnished.policy());
        if (policy.isEmpty()) {
            return end(
                    State.REFUSED,
                    "InvalidTokenPolicy",
                    "ServiceAccount %s in namespace %s has an unknown token policy. Write %s or %s into its policy annotation; until then no token is issued"
                            .formatted(
                                    Keys.ACCOUNT,
                                    facts.name(),
                                    TokenPolicy.MULTIPLE_TIMES.text(),
                                    TokenPolicy.ONLY_ONCE.text()));
        }
        boolean once = policy.get() == TokenPolicy.ONLY_ONCE;
        if (once && namespace.tokenIssued() && !usable(facts, progress, furnished)) {
            return end(
                    State.SPENT,
                    "OnlyTokenGone",
                    "the token policy of namespace %s is %s, and its one token is lost, was revoked, or was issued by another operator. For another token, write %s into the token policy annotation of ServiceAccount %s"
                            .formatted(
                                    facts.name(),
                                    TokenPolicy.ONLY_ONCE.text(),
                                    TokenPolicy.MULTIPLE_TIMES.text(),
                                    Keys.ACCOUNT));
        }
        if (once && namespace.tokenIssued() && !progress.published()) {
            // the Secret may be damaged, or hold a former CA of the cluster
            return new NamespaceStep.Publish();
        }
        if (once && (namespace.tokenIssued() || progress.noted())) {
            return ready(
                    "TokenIssuedOnce",
                    "the token of namespace %s was published once in Secret %s and is not renewed"
                            .formatted(facts.name(), facts.name()),
                    LOOK);
        }
        return publish(facts, progress, furnished, once);
    }

    private static NamespaceStep publish(
            NamespaceFacts facts,
            NamespaceProgress progress,
            NamespaceProgress.Furnished furnished,
            boolean once) {
        if (progress.published()) {
            return once ? new NamespaceStep.NoteIssued() : served(facts, progress);
        }
        boolean usable =
                usable(facts, progress, furnished)
                        // a token of this reconciliation counts as fresh, even if clocks differ
                        && (progress.issued()
                                || progress.token()
                                        .filter(token -> token.renewAt().isAfter(facts.now()))
                                        .isPresent());
        if (!usable) {
            return progress.issued()
                    ? failed(
                            new NamespaceProgress.Problem(
                                    "TokenNotUsable",
                                    "the API server issued a token that is not bound to Secret %s; trying again"
                                            .formatted(Keys.HANDLE)))
                    : new NamespaceStep.IssueToken();
        }
        if (progress.tried().isEmpty()) {
            return new NamespaceStep.TryToken();
        }
        var tried = progress.tried().get();
        if (!tried.accepted()) {
            return progress.issued()
                    ? again("TokenNotAccepted", RIGHTS)
                    : new NamespaceStep.IssueToken();
        }
        if (!tried.missing().isEmpty()) {
            // rights that this reconciliation wrote take effect a moment later: report nothing yet
            return progress.namespace().isPresent()
                    ? again("AccessNotReady", RIGHTS)
                    : notYet(facts, tried.missing());
        }
        return new NamespaceStep.Publish();
    }

    /**
     * Whether the token belongs to this namespace's account, and is bound to the present Secret
     * {@link Keys#HANDLE}. Compares uids, as the API server caches answers and may accept a revoked
     * token for some seconds.
     */
    private static boolean usable(
            NamespaceFacts facts,
            NamespaceProgress progress,
            NamespaceProgress.Furnished furnished) {
        return progress.token()
                .filter(token -> token.namespace().equals(facts.name()))
                .filter(token -> token.account().equals(Keys.ACCOUNT))
                .filter(token -> token.accountUid().equals(furnished.accountUid()))
                .filter(token -> token.handleUid().equals(furnished.handleUid()))
                .isPresent();
    }

    private static NamespaceStep notYet(NamespaceFacts facts, String missing) {
        return new NamespaceStep.Finish(
                State.WAITING,
                "AccessNotReady",
                "the credentials of namespace %s cannot be used yet: %s"
                        .formatted(facts.name(), missing),
                false,
                new Outcome.RequeueAfter(SOON));
    }

    /** Ends the reconciliation without a report, and requeues the request. */
    private static NamespaceStep again(String reason, Duration after) {
        return new NamespaceStep.Finish(
                State.SILENT, reason, "", false, new Outcome.RequeueAfter(after));
    }

    private static NamespaceStep served(NamespaceFacts facts, NamespaceProgress progress) {
        var left =
                progress.token()
                        .map(token -> Duration.between(facts.now(), token.renewAt()))
                        .filter(until -> until.compareTo(Duration.ofSeconds(1)) > 0)
                        .orElse(Duration.ofMinutes(1));
        return ready(
                "CredentialsReady",
                "namespace %s is ready; its credentials are in Secret %s"
                        .formatted(facts.name(), facts.name()),
                left.compareTo(LOOK) < 0 ? left : LOOK);
    }

    private static NamespaceStep ready(String reason, String message, Duration next) {
        return new NamespaceStep.Finish(
                State.READY, reason, message, true, new Outcome.RequeueAfter(next));
    }

    private static NamespaceStep failed(NamespaceProgress.Problem problem) {
        return new NamespaceStep.Finish(
                State.FAILED,
                problem.reason(),
                problem.message(),
                false,
                new Outcome.Transient(
                        problem.reason(), problem.message(), Outcome.Pace.SLOW, Optional.empty()));
    }

    private static NamespaceStep.Finish end(State state, String reason, String message) {
        return new NamespaceStep.Finish(state, reason, message, false, Outcome.done());
    }
}
