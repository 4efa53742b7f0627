package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.AzureFacts.Policy;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Policy {@code skip}: looked at, never sent; every row is a sentence. */
class SkipPolicyTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var skipped = facts(f -> f.claimNeeded(false).policy(Policy.SKIP));
        var ready = facts(f -> f.claimNeeded(false).policy(Policy.SKIP).ready());
        var resync = facts(f -> f.claimNeeded(false).policy(Policy.SKIP).ready().resync());
        return Stream.of(
                arguments(
                        "the look comes first",
                        facts(f -> f.policy(Policy.SKIP)),
                        AzureProgress.NONE,
                        "Get"),
                arguments(
                        "there, and not claimed yet -> claim",
                        facts(f -> f.policy(Policy.SKIP)),
                        AzureProgress.NONE.withGet(FOUND),
                        "Claim"),
                arguments(
                        "the claim is written once -> Ready",
                        facts(f -> f.policy(Policy.SKIP)),
                        AzureProgress.NONE.withGet(FOUND).withClaim(),
                        "Finish Ready Succeeded Done"),
                arguments("nothing is known -> look", skipped, AzureProgress.NONE, "Get"),
                arguments(
                        "it is there -> Ready, though nothing was sent",
                        skipped,
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded Done"),
                arguments(
                        "Ready already -> nothing is asked",
                        ready,
                        AzureProgress.NONE,
                        "Finish Done"),
                arguments("resync -> one look", resync, AzureProgress.NONE, "Get"),
                arguments(
                        "an exported Secret is gone -> look",
                        facts(
                                f ->
                                        f.claimNeeded(false)
                                                .policy(Policy.SKIP)
                                                .ready()
                                                .exportsBroken()),
                        AzureProgress.NONE,
                        "Get"),
                arguments(
                        "resync while Azure is down -> still Ready",
                        resync,
                        AzureProgress.NONE.withGet(error(503, "ServiceUnavailable")),
                        "Finish Transient SLOW"),
                arguments(
                        "it cannot be read -> shown",
                        skipped,
                        AzureProgress.NONE.withGet(error(403, "AuthorizationFailed")),
                        "Finish Warning AuthorizationFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "failed in Azure -> not Ready, sends nothing",
                        skipped,
                        AzureProgress.NONE.withGet(answer(200, "Failed")),
                        "Finish Warning ProvisioningFailed Transient SLOW +CreateOrUpdateActionError"),
                arguments(
                        "still being made -> not Ready yet",
                        skipped,
                        AzureProgress.NONE.withGet(answer(200, "Creating")),
                        "Finish Info Reconciling Pending[PT10S]"),
                arguments(
                        "absent -> says so, sends nothing",
                        skipped,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Finish Warning AzureResourceNotFound Transient SLOW +CreateOrUpdateActionError"));
    }
}
