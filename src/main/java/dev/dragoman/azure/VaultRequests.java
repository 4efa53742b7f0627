package dev.dragoman.azure;

import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.check.StepVaults;
import dev.dragoman.azure.check.StepVaults.Purpose;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultEntries;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.Reconciliation;
import java.util.List;
import java.util.Optional;

/**
 * Sends requests to Key Vaults for the reconciled object: those of the route's lines {@code
 * azure-key-vault}, and those of teams' steps. Thread-safe.
 */
public final class VaultRequests {
    /** Name of the bean in the Camel registry. */
    public static final String BEAN = "keyVaultRequests";

    private final Observer observer;
    private final VaultExports exports;
    private final VaultReader reader;
    private final AzureSteps steps;

    VaultRequests(Observer observer, VaultExports exports, VaultReader reader, AzureSteps steps) {
        this.observer = observer;
        this.exports = exports;
        this.reader = reader;
        this.steps = steps;
    }

    /**
     * Reads the value of an entry for a team's step, under the object's identity.
     *
     * @param vault name, host or URL of a vault in Azure
     * @throws OutcomeException when the value cannot be read; the outcome says why
     * @throws IllegalArgumentException when no entry can have this name
     */
    public String get(Reconciliation reconciliation, String vault, String name) {
        var usable = usable(reconciliation, vault, Purpose.READ);
        var read =
                reader.read(
                        usable.asker().client(), usable.vault(), VaultSource.latest(vault, name));
        failed(read.problem());
        return read.value().orElseThrow();
    }

    /**
     * Writes an entry for a team's step, unless the vault already has the same entry. The entry
     * gets the object's tags.
     *
     * @throws OutcomeException when the entry cannot be written; the outcome says why
     */
    public void set(
            Reconciliation reconciliation,
            String vault,
            String name,
            String value,
            String contentType) {
        var usable = usable(reconciliation, vault, Purpose.CHANGE);
        var entry = VaultEntries.single(name, value, contentType, usable.asker().owner());
        failed(exports.set(usable.asker(), usable.vault(), entry, usable.takesOver()));
    }

    /**
     * Deletes an entry of the object for a team's step.
     *
     * @throws OutcomeException when the entry cannot be deleted; the outcome says why
     */
    public void delete(Reconciliation reconciliation, String vault, String name) {
        var usable = usable(reconciliation, vault, Purpose.CHANGE);
        failed(exports.delete(usable.asker(), usable.vault(), name));
    }

    private StepVaults.Found.Usable usable(
            Reconciliation reconciliation, String vault, Purpose purpose) {
        var seen = observer.observe(reconciliation);
        failed(ArmRequests.refused(reconciliation, seen, purpose == Purpose.READ));
        return switch (observer.vaults().find(seen.orElseThrow(), vault, purpose)) {
            case StepVaults.Found.Usable usable -> usable;
            case StepVaults.Found.Unusable(var why) -> throw new OutcomeException(why.outcome());
        };
    }

    private static void failed(Optional<Problem> problem) {
        problem.ifPresent(
                why -> {
                    throw new OutcomeException(why.outcome());
                });
    }

    /**
     * Sends the requests of the step that is due.
     *
     * @throws IllegalStateException when the step sends no request to a Key Vault
     */
    public StoreResult send(StepCall<?> call) {
        var seen = (AzureObservation) call.facts();
        var vault = seen.vault();
        var asker = vault.asker(seen.client().orElseThrow());
        var state = seen.facts().state();
        var now = seen.facts().timing().now();
        var has = state.stored();
        return switch (call.step(AzureStep.class)) {
            case AzureStep.Store store ->
                    cleared(
                            call,
                            seen,
                            store.partial(),
                            exports.store(
                                    asker,
                                    vault.choice(),
                                    store.secrets(),
                                    has,
                                    entry -> state.repairs().may(List.of(entry), now),
                                    vault.keeps() || store.partial()));
            case AzureStep.Withdraw _ ->
                    exports.withdraw(asker, has, vault.entries(List.of(), seen.exports()));
            default -> throw new IllegalStateException("the step does not use a Key Vault");
        };
    }

    /**
     * Removes exported values from the cluster, once the vault has them all, if the object asks to
     * keep them only there.
     */
    private StoreResult cleared(
            StepCall<?> call, AzureObservation seen, boolean partial, StoreResult stored) {
        boolean only = seen.vault().choice().filter(VaultChoice::only).isPresent();
        return only && !partial && stored.problem().isEmpty()
                ? new StoreResult(
                        stored.entries(),
                        steps.clear(call, seen),
                        Optional.empty(),
                        false,
                        stored.repaired())
                : stored;
    }
}
