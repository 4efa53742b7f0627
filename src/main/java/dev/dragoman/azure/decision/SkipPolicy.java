package dev.dragoman.azure.decision;

import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * Decides under the policy {@code skip}: nothing is sent, but status and exports are kept up to
 * date.
 */
final class SkipPolicy {
    private SkipPolicy() {}

    static AzureStep next(AzureFacts facts, AzureProgress done) {
        if (facts.settled() && !facts.timing().resync() && done.get().isEmpty()) {
            return AzureDecision.quiet(facts, Outcome.done());
        }
        if (done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        var got = done.get().get();
        if (got.notFound()) {
            return AzureDecision.failed(
                    facts,
                    facts.state(),
                    Problem.slow(
                            "AzureResourceNotFound",
                            "%s does not exist in Azure, and the object's reconcile policy is skip; create the resource in Azure, or change the policy to manage"
                                    .formatted(facts.subject().display())),
                    "CreateOrUpdateActionError");
        }
        if (got.ok() && facts.claim().needed() && !done.claimed()) {
            return new AzureStep.Claim(Optional.empty());
        }
        if (got.transitional()) {
            return Completion.waiting(facts, facts.state(), got, List.of());
        }
        if (got.broken()) {
            return broken(facts, got);
        }
        if (got.ok()) {
            return Exporting.next(facts, done, facts.state(), got.body(), List.of());
        }
        return Creation.unread(facts, facts.state(), got);
    }

    /** Ends with a problem because Azure shows the resource as failed. No PUT repairs it. */
    private static AzureStep broken(AzureFacts facts, Answer got) {
        return AzureDecision.failed(
                facts,
                facts.state(),
                new Problem(
                        "ProvisioningFailed",
                        Severity.WARNING,
                        "Azure shows %s as %s. Its reconcile policy is skip, so nothing is sent; mend the resource where it is managed, or change the policy to manage"
                                .formatted(facts.subject().display(), got.provisioningState()),
                        Problem.Retry.SLOW,
                        got.retryAfter()),
                "CreateOrUpdateActionError");
    }
}
