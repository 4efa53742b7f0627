package dev.dragoman.azure;

import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.capability.StepCall;
import java.util.List;

/** Sends the requests of lines {@code azure-key-vault} for the reconciled object. Thread-safe. */
public final class VaultRequests {
    /** Name of the bean in the Camel registry. */
    public static final String BEAN = "keyVaultRequests";

    private final VaultExports exports;
    private final AzureSteps steps;

    VaultRequests(VaultExports exports, AzureSteps steps) {
        this.exports = exports;
        this.steps = steps;
    }

    /**
     * Does the step that is due.
     *
     * @throws IllegalStateException when the step is none of a Key Vault
     */
    public StoreResult send(StepCall<?> call) {
        var seen = (AzureObservation) call.facts();
        var vault = seen.vault();
        var asker = vault.asker(seen.client().orElseThrow());
        var has = seen.facts().state().stored();
        return switch (call.step(AzureStep.class)) {
            case AzureStep.Store store ->
                    cleared(
                            call,
                            seen,
                            exports.store(
                                    asker, vault.choice(), store.secrets(), has, vault.keeps()));
            case AzureStep.Withdraw _ ->
                    exports.withdraw(asker, has, vault.entries(List.of(), seen.exports()));
            default -> throw new IllegalStateException("the step is none of a Key Vault");
        };
    }

    /** Takes values out of the cluster that must not be there, once the vault has them all. */
    private StoreResult cleared(StepCall<?> call, AzureObservation seen, StoreResult stored) {
        boolean only = seen.vault().choice().filter(VaultChoice::only).isPresent();
        return only && stored.problem().isEmpty()
                ? new StoreResult(stored.entries(), steps.clear(call, seen))
                : stored;
    }
}
