package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultOwner;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which Key Vaults a team's steps may use for a reconciled object: those that the object itself may
 * use. Thread-safe.
 */
public record StepVaults(
        AzureSettings settings,
        ClusterName cluster,
        Function<ObjectKey, ReferenceResolver> around) {
    /** What a step does with a vault. */
    public enum Purpose {
        READ,
        CHANGE
    }

    /** A vault, or why a step may not use it. */
    public sealed interface Found {
        /**
         * The step may use the vault.
         *
         * @param asker who asks it
         * @param takesOver whether entries of the same object in another cluster are taken over
         */
        record Usable(VaultAddress vault, VaultExports.Asker asker, boolean takesOver)
                implements Found {}

        /** The step may not use the vault. */
        record Unusable(Problem problem) implements Found {}
    }

    /**
     * Finds the vault that a step names.
     *
     * @param seen an observation of the object that has a client
     * @param written name, host or URL of a vault in Azure
     */
    public Found find(AzureObservation seen, String written, Purpose purpose) {
        var key = seen.key();
        var reads = around.apply(key);
        var access = VaultAccess.of(key.namespace(), settings, seen.client(), seen.acting(), reads);
        try {
            var vault = access.ofStep(written);
            var refused = refused(access, vault, purpose);
            if (refused.isPresent()) {
                return new Found.Unusable(refused.get());
            }
            var client = seen.client().orElseThrow();
            if (purpose == Purpose.READ) {
                var asker = new VaultExports.Asker(client, VaultAsked.NOTHING.owner(), List.of());
                return new Found.Usable(vault, asker, false);
            }
            var owner =
                    new VaultOwner(cluster.get(), seen.kind().id(), key.namespace(), key.name());
            var takesOver =
                    VaultChoice.takesOver(
                            annotations(seen.facts().subject().object()),
                            reads.namespace(key.namespace())
                                    .map(StepVaults::annotations)
                                    .orElse(Map.of()));
            return new Found.Usable(
                    vault, new VaultExports.Asker(client, owner, access.suffixes()), takesOver);
        } catch (KubeException unread) {
            return new Found.Unusable(ReferenceResolver.unreadable(unread));
        } catch (IllegalArgumentException unfit) {
            return new Found.Unusable(Problem.error(VaultExports.INVALID, unfit.getMessage()));
        }
    }

    private static Map<String, Object> annotations(Map<String, Object> object) {
        return Fields.map(object, "metadata", "annotations");
    }

    private static Optional<Problem> refused(
            VaultAccess access, VaultAddress vault, Purpose purpose) {
        if (purpose == Purpose.READ) {
            return access.mayRead(vault) ? Optional.empty() : Optional.of(access.unreadable(vault));
        }
        return switch (access.of(vault)) {
            case FREE -> Optional.empty();
            // a step chooses the entry's name, so it could take the name of another namespace's
            // entry
            case COMMON -> Optional.of(access.common(vault));
            case NONE -> Optional.of(access.refusedStep(vault));
        };
    }
}
