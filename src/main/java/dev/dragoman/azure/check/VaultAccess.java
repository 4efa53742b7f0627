package dev.dragoman.azure.check;

import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which Key Vaults an object may use. Where several namespaces share a credential, Azure cannot
 * tell them apart, so the administrator says which vaults each may use. Confined to one
 * reconciliation.
 */
final class VaultAccess {
    /** API group of objects that are Key Vaults. */
    private static final String GROUP = "keyvault.azure.com";

    private final String namespace;
    private final VaultSettings settings;
    private final List<String> suffixes;
    private final boolean shared;
    private final ReferenceResolver around;
    private final Set<VaultAddress> held = new HashSet<>();

    /**
     * @param suffixes DNS suffixes of vaults that may get tokens of the object's identity
     * @param shared whether several namespaces share the object's credential
     */
    VaultAccess(
            String namespace,
            VaultSettings settings,
            List<String> suffixes,
            boolean shared,
            ReferenceResolver around) {
        this.namespace = namespace;
        this.settings = settings;
        this.suffixes = suffixes;
        this.shared = shared;
        this.around = around;
    }

    /** The access of an object with this credential. */
    static VaultAccess of(
            String namespace,
            VaultSettings settings,
            ObjectCredential.Resolved credential,
            ReferenceResolver around) {
        var suffixes =
                credential
                        .client()
                        .map(each -> settings.suffixes(each.identity().cloud().vaultSuffix()))
                        .orElse(List.of());
        // also an identity of which it is not certain that this namespace alone can prove it
        boolean shared = credential.acting().own().isEmpty();
        return new VaultAccess(namespace, settings, suffixes, shared, around);
    }

    /** How an object may use a vault. */
    enum Use {
        /** As it likes. */
        FREE,
        /** Together with all namespaces: no entry there is another namespace's to take. */
        COMMON,
        /** Not at all. */
        NONE
    }

    /** An object Vault has no vault yet. */
    static final class NotReady extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NotReady(String name) {
            super(name, null, false, false);
        }

        /** The problem of an object that waits for it. */
        Problem problem() {
            return Problem.waiting(
                    "KeyVaultNotReady",
                    "the object Vault %s of this namespace is not Ready, so its vault is not known yet; see its Ready condition"
                            .formatted(Excerpt.value(getMessage())));
        }
    }

    /** DNS suffixes of vaults that may get tokens of the object's identity. */
    List<String> suffixes() {
        return suffixes;
    }

    /**
     * The address of the vault that a user's text names. The text is the name of an object Vault of
     * the namespace, the name of a vault in Azure, or its URL.
     *
     * @throws NotReady when the text names an object Vault whose vault is not known yet
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    VaultAddress address(String written) {
        var own = heldBy(written);
        var vault = VaultAddress.of(own.orElse(written), suffixes);
        if (own.isPresent()) {
            held.add(vault);
        }
        return vault;
    }

    /** How the object may use the vault. */
    Use of(VaultAddress vault) {
        boolean everywhere =
                settings.lists("*", vault)
                        || (!settings.everywhere().isEmpty()
                                && VaultAddress.of(settings.everywhere(), suffixes).equals(vault));
        // an object can represent any vault that nobody else holds, so it does not count where the
        // administrator has given the vault to others
        boolean free =
                !shared
                        || settings.lists(namespace, vault)
                        || (!everywhere
                                && !settings.listsForOthers(namespace, vault)
                                && holds(vault));
        if (free) {
            return Use.FREE;
        }
        return everywhere ? Use.COMMON : Use.NONE;
    }

    /** The problem of a vault that the object may not use. */
    Problem refused(VaultAddress vault) {
        return Problem.error(
                "KeyVaultNotAllowed",
                "namespace %s may not use %s, because other namespaces have the same credential. Create an object Vault for it in the namespace, or list it in the operator's setting %s"
                        .formatted(namespace, vault, VaultSettings.LISTED));
    }

    private boolean holds(VaultAddress vault) {
        if (held.contains(vault)) {
            return true;
        }
        try {
            return heldBy(vault.name()).filter(vault.name()::equalsIgnoreCase).isPresent();
        } catch (NotReady unready) {
            return false;
        }
    }

    /**
     * Name in Azure of the vault that an object of the namespace holds; empty if there is no such
     * object.
     *
     * @throws NotReady when the object has no vault yet
     */
    private Optional<String> heldBy(String object) {
        var name = object.toLowerCase(Locale.ROOT);
        return Optional.of(name)
                .filter(Names::isSubdomain)
                .flatMap(each -> around.resource(GROUP, "Vault", each))
                .map(
                        vault ->
                                RecordedResource.shown(vault)
                                        .flatMap(any -> around.idOf(vault))
                                        .map(id -> id.substring(id.lastIndexOf('/') + 1))
                                        .orElseThrow(() -> new NotReady(name)));
    }
}
