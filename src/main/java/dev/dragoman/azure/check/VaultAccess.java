package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which Key Vaults an object may use. If several namespaces share a credential, Azure cannot tell
 * them apart, so the administrator lists the vaults that each namespace may use. Confined to one
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
    private final boolean manyClouds;

    /** Whether an object Vault of the namespace that holds the vault is Ready, by vault. */
    private final Map<VaultAddress, Boolean> held = new HashMap<>();

    /**
     * @param suffixes DNS suffixes of vaults that may get tokens of the object's identity
     * @param shared whether several namespaces share the object's credential
     * @param manyClouds whether objects may be in several clouds
     */
    VaultAccess(
            String namespace,
            VaultSettings settings,
            List<String> suffixes,
            boolean shared,
            boolean manyClouds,
            ReferenceResolver around) {
        this.manyClouds = manyClouds;
        this.namespace = namespace;
        this.settings = settings;
        this.suffixes = suffixes;
        this.shared = shared;
        this.around = around;
    }

    /**
     * The access of an object with this credential.
     *
     * @param client sends as the object's identity; empty if there is no credential
     * @param acting the object's identity
     */
    static VaultAccess of(
            String namespace,
            AzureSettings settings,
            Optional<ArmClient> client,
            ActingIdentity acting,
            ReferenceResolver around) {
        var vaults = settings.vaults();
        var suffixes =
                client.map(each -> vaults.suffixes(each.identity().cloud().vaultSuffix()))
                        .orElse(List.of());
        // an identity counts as shared unless it is certain that only this namespace can prove it
        boolean shared = acting.own().isEmpty();
        return new VaultAccess(
                namespace,
                vaults,
                suffixes,
                shared,
                !settings.identityRules().clouds().others().isEmpty(),
                around);
    }

    /** How an object may use a vault. */
    enum Use {
        /** Without limits. */
        FREE,
        /** Shared by all namespaces: the object must not take entries of other namespaces. */
        COMMON,
        /** Not at all. */
        NONE
    }

    /** An object of the kind Vault has no vault in Azure yet. */
    static final class NotReady extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NotReady(String name) {
            super(name, null, false, false);
        }

        /** The problem of an object that waits for the vault. */
        Problem problem() {
            return Problem.waiting(
                    "KeyVaultNotReady",
                    "the object of Key Vault %s in this namespace is not Ready, so the vault is not used yet. See the Ready condition of that object"
                            .formatted(Excerpt.value(getMessage())));
        }
    }

    /** DNS suffixes of vaults that may get tokens of the object's identity. */
    List<String> suffixes() {
        return suffixes;
    }

    /**
     * The address of the vault that a user's text names. The text is the name of an object Vault of
     * the namespace, or the name, the host or the URL of a vault in Azure.
     *
     * @throws NotReady when the text names an object Vault whose vault is not known yet
     * @throws IllegalArgumentException when the text names no vault; the message says what to write
     */
    VaultAddress address(String written) {
        var own = heldBy(written);
        var vault = VaultAddress.of(own.map(Held::name).orElse(written), suffixes);
        own.ifPresent(each -> note(vault, each));
        return vault;
    }

    /**
     * The address of a vault that a team's step names. It is never that of an object Vault: a user
     * chooses the vault of such an object, and could lead the step to a vault of his own.
     *
     * @param written name, host or URL of a vault in Azure
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    VaultAddress ofStep(String written) {
        return VaultAddress.of(written, suffixes);
    }

    /** How the object may use the vault. */
    Use of(VaultAddress vault) {
        if (!shared) {
            return Use.FREE;
        }
        boolean everywhere = settings.lists("*", vault) || isOfAll(vault);
        // anybody can create an object Vault for a vault that no object holds, so such an object
        // does not count for a vault that the administrator listed for other namespaces
        boolean free =
                settings.lists(namespace, vault)
                        || (!everywhere
                                && !settings.namedForOthers(namespace, vault)
                                && holds(vault));
        if (free) {
            return Use.FREE;
        }
        return everywhere ? Use.COMMON : Use.NONE;
    }

    private boolean isOfAll(VaultAddress vault) {
        try {
            return !settings.everywhere().isEmpty()
                    && VaultAddress.of(settings.everywhere(), suffixes).equals(vault);
        } catch (IllegalArgumentException ofAnotherCloud) {
            return false;
        }
    }

    /**
     * Whether the object may read values of the vault. An object Vault counts only while it is
     * Ready: otherwise another team may have created a vault of the same name. With several clouds
     * it does not count, because it may be in another cloud.
     */
    boolean mayRead(VaultAddress vault) {
        return of(vault) == Use.FREE
                && (!shared
                        || settings.lists(namespace, vault)
                        || (!manyClouds && heldReady(vault)));
    }

    /** The problem of a vault whose values the object may not read. */
    Problem unreadable(VaultAddress vault) {
        // a FREE vault that is not listed belongs to an object, so it can be read once that object
        // is Ready
        if (of(vault) == Use.FREE && !manyClouds && !heldReady(vault)) {
            return new NotReady(vault.name()).problem();
        }
        return of(vault) == Use.NONE
                ? refused(vault)
                : Problem.error(
                        "KeyVaultNotAllowed",
                        "namespace %s may not read values of %s, because other namespaces have the same credential, and may have values there. List the vault for the namespace in the operator's setting %s"
                                .formatted(namespace, vault, VaultSettings.LISTED));
    }

    /** The problem of a vault of all namespaces, in which a step may not name entries. */
    Problem common(VaultAddress vault) {
        return Problem.error(
                "KeyVaultNotAllowed",
                "%s is shared by all namespaces, so entries that steps name cannot be changed there. List the vault for namespace %s in the operator's setting %s, or use another vault"
                        .formatted(vault, namespace, VaultSettings.LISTED));
    }

    /** The problem of a vault that the administrator has named for somebody else. */
    private Problem ofOthers(VaultAddress vault) {
        return Problem.error(
                "KeyVaultNotAllowed",
                "namespace %s may not use %s, because the operator's settings name it for somebody else; use another vault%s"
                        .formatted(
                                namespace,
                                vault,
                                // listed, it could be read, with all values of overlays
                                settings.isOfOverlays(vault)
                                        ? ""
                                        : ", or list this one for the namespace in the setting "
                                                + VaultSettings.LISTED));
    }

    /** The problem of a vault that a team's step may not use for the object. */
    Problem refusedStep(VaultAddress vault) {
        if (settings.namedForOthers(namespace, vault)) {
            return ofOthers(vault);
        }
        return Problem.error(
                "KeyVaultNotAllowed",
                "namespace %s may not use %s, because other namespaces have the same credential. List it in the operator's setting %s, or create an object Vault with the name %s in the namespace"
                        .formatted(namespace, vault, VaultSettings.LISTED, vault.name()));
    }

    /** The problem of a vault that the object may not use. */
    Problem refused(VaultAddress vault) {
        if (settings.namedForOthers(namespace, vault)) {
            return ofOthers(vault);
        }
        return Problem.error(
                "KeyVaultNotAllowed",
                "namespace %s may not use %s, because other namespaces have the same credential. If an object Vault of the namespace holds it, write the name of that object. Otherwise correct the name, create an object Vault for it, or list it in the operator's setting %s"
                        .formatted(namespace, vault, VaultSettings.LISTED));
    }

    /**
     * A vault that an object of the namespace holds.
     *
     * @param name name of the vault in Azure
     * @param ready whether the object is Ready now
     */
    private record Held(String name, boolean ready) {}

    private void note(VaultAddress vault, Held by) {
        held.merge(vault, by.ready(), Boolean::logicalOr);
    }

    private boolean heldReady(VaultAddress vault) {
        return held.getOrDefault(vault, false);
    }

    private boolean holds(VaultAddress vault) {
        if (held.containsKey(vault)) {
            return true;
        }
        try {
            heldBy(vault.name())
                    .filter(each -> vault.name().equalsIgnoreCase(each.name()))
                    .ifPresent(each -> note(vault, each));
            return held.containsKey(vault);
        } catch (NotReady unready) {
            return false;
        }
    }

    /**
     * The vault that the object Vault of this name holds; empty if there is no such object.
     *
     * @throws NotReady when the object has no vault yet
     */
    private Optional<Held> heldBy(String object) {
        var name = object.toLowerCase(Locale.ROOT);
        return Optional.of(name)
                .filter(Names::isSubdomain)
                .flatMap(each -> around.resource(GROUP, "Vault", each))
                .map(
                        vault ->
                                RecordedResource.shown(vault)
                                        .flatMap(any -> around.idOf(vault))
                                        .map(id -> id.substring(id.lastIndexOf('/') + 1))
                                        .map(id -> new Held(id, ReadyCondition.ready(vault)))
                                        .orElseThrow(() -> new NotReady(name)));
    }
}
