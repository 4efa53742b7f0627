package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.Destination;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultEntries;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultOwner;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Which Key Vault the values of an object go to. Immutable.
 *
 * @param choice what is asked; empty where no values go to a vault
 * @param owner the object, as tags name it
 * @param suffixes DNS suffixes of vaults that may get tokens of the object's identity
 * @param problem why nothing may be written there, or empty
 */
public record VaultAsked(
        Optional<VaultChoice> choice,
        VaultOwner owner,
        List<String> suffixes,
        Optional<Problem> problem) {
    public static final VaultAsked NOTHING =
            new VaultAsked(
                    Optional.empty(), new VaultOwner("", "", "", ""), List.of(), Optional.empty());

    /** API group of objects that are Key Vaults. */
    private static final String GROUP = "keyvault.azure.com";

    /**
     * Finds out what an object asks.
     *
     * @param settings the operator's settings
     * @param cluster asked only if there is a vault, or entries to delete
     * @param credential the object's credential
     * @param kind {@code Kind.group}
     */
    static VaultAsked of(
            Map<String, Object> object,
            String kind,
            VaultSettings settings,
            ClusterName cluster,
            ObjectCredential.Resolved credential,
            ReferenceResolver around) {
        var suffixes =
                credential
                        .client()
                        .map(each -> settings.suffixes(each.identity().cloud().vaultSuffix()))
                        .orElse(List.of());
        boolean shared = credential.acting().equals(ActingIdentity.SHARED);
        return of(object, kind, settings, cluster, suffixes, shared, around);
    }

    /**
     * @param suffixes DNS suffixes of vaults that may get tokens of the object's identity
     * @param shared whether several namespaces share the object's credential
     */
    static VaultAsked of(
            Map<String, Object> object,
            String kind,
            VaultSettings settings,
            ClusterName cluster,
            List<String> suffixes,
            boolean shared,
            ReferenceResolver around) {
        var namespace = Fields.metadata(object, "namespace");
        var held = new AtomicBoolean();
        Optional<VaultChoice> choice;
        Optional<Problem> problem = Optional.empty();
        try {
            choice =
                    VaultChoice.of(
                            Fields.map(object, "metadata", "annotations"),
                            around.namespace(namespace)
                                    .map(each -> Fields.map(each, "metadata", "annotations"))
                                    .orElse(Map.of()),
                            settings,
                            text -> {
                                var own = held(text, around);
                                held.set(own.isPresent());
                                return VaultAddress.of(own.orElse(text), suffixes);
                            });
        } catch (IllegalArgumentException unfit) {
            choice = Optional.empty();
            problem = Optional.of(Problem.error(VaultExports.INVALID, unfit.getMessage()));
        }
        if (choice.isEmpty() && !OwnState.of(object).stored().mayRemain()) {
            return new VaultAsked(choice, NOTHING.owner, suffixes, problem);
        }
        try {
            var owner =
                    new VaultOwner(cluster.get(), kind, namespace, Fields.metadata(object, "name"));
            var refused =
                    choice.filter(any -> shared && !held.get())
                            .flatMap(each -> refused(each, namespace, settings, suffixes, around));
            return new VaultAsked(choice, owner, suffixes, problem.or(() -> refused));
        } catch (IllegalArgumentException unnamed) {
            return new VaultAsked(
                    Optional.empty(),
                    NOTHING.owner,
                    suffixes,
                    Optional.of(Problem.error(VaultExports.INVALID, unnamed.getMessage())));
        }
    }

    /** Name in Azure of the vault that an object of the namespace holds. */
    private static Optional<String> held(String object, ReferenceResolver around) {
        return Optional.of(object.toLowerCase(Locale.ROOT))
                .filter(Names::isSubdomain)
                .flatMap(name -> around.resource(GROUP, "Vault", name))
                .filter(each -> RecordedResource.shown(each).isPresent())
                .flatMap(around::idOf)
                .map(id -> id.substring(id.lastIndexOf('/') + 1));
    }

    /**
     * Why an object may not use the vault under a credential that several namespaces share. Azure
     * cannot tell these namespaces apart, so the administrator says which vaults each may use.
     */
    private static Optional<Problem> refused(
            VaultChoice choice,
            String namespace,
            VaultSettings settings,
            List<String> suffixes,
            ReferenceResolver around) {
        var vault = choice.vault();
        boolean own = held(vault.name(), around).filter(vault.name()::equalsIgnoreCase).isPresent();
        boolean everywhere =
                settings.lists("*", vault)
                        || (!settings.everywhere().isEmpty()
                                && VaultAddress.of(settings.everywhere(), suffixes).equals(vault));
        if (own || settings.lists(namespace, vault)) {
            return Optional.empty();
        }
        if (!everywhere) {
            return Optional.of(
                    Problem.error(
                            "KeyVaultNotAllowed",
                            "namespace %s shares its credential, and may not use %s. Make the vault an object of the namespace, or list it in the operator's setting %s"
                                    .formatted(namespace, vault, VaultSettings.LISTED)));
        }
        return choice.pattern().contains("{hash}") || !choice.ownPattern()
                ? Optional.empty()
                : Optional.of(
                        Problem.error(
                                "KeyVaultNotAllowed",
                                "%s is shared by all namespaces, so the annotation %s must have {hash}: without it, one namespace could take the names of another"
                                        .formatted(vault, AsoNames.KEY_VAULT_ENTRY)));
    }

    /** Who asks, for requests by this client. */
    public VaultExports.Asker asker(ArmClient client) {
        return new VaultExports.Asker(client, owner, suffixes);
    }

    /** Text of what is asked; empty where no values go to a vault. */
    String mark() {
        return choice.map(each -> each.mark(owner.cluster())).orElse("");
    }

    /**
     * The entries that the object has, and those that it may have because a result was not
     * recorded.
     *
     * @param recorded the entries that it has, each as {@code HOST/NAME}
     */
    public Collection<String> entries(List<String> recorded, ExportRequests exports) {
        var all = new TreeSet<>(recorded);
        choice.ifPresent(
                each ->
                        exports.destinations().stream()
                                .filter(Destination::isSecret)
                                .flatMap(
                                        to ->
                                                VaultEntries.name(
                                                        each, owner, to.name(), to.key().orElse(""))
                                                        .stream())
                                .forEach(name -> all.add(each.vault().host() + "/" + name)));
        return all;
    }
}
