package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
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
import dev.dragoman.kube.object.Excerpt;
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
 * @param keeps whether entries that are not asked for any more stay, and those of an object that is
 *     deleted; also if the annotation about that cannot be understood
 */
public record VaultAsked(
        Optional<VaultChoice> choice,
        VaultOwner owner,
        List<String> suffixes,
        Optional<Problem> problem,
        boolean keeps) {
    public static final VaultAsked NOTHING =
            new VaultAsked(
                    Optional.empty(),
                    new VaultOwner("", "", "", ""),
                    List.of(),
                    Optional.empty(),
                    false);

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
        // also an identity of which it is not certain that this namespace alone can prove it
        boolean shared = credential.acting().own().isEmpty();
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
        var annotations = Fields.map(object, "metadata", "annotations");
        var ofNamespace =
                around.namespace(namespace)
                        .map(each -> Fields.map(each, "metadata", "annotations"))
                        .orElse(Map.of());
        boolean keeps = VaultChoice.keeps(annotations, ofNamespace);
        Optional<VaultChoice> choice;
        Optional<Problem> problem = Optional.empty();
        try {
            choice =
                    VaultChoice.of(
                            annotations,
                            ofNamespace,
                            settings,
                            text -> {
                                var own = held(text, around);
                                held.set(own.isPresent());
                                return VaultAddress.of(own.orElse(text), suffixes);
                            });
        } catch (NotReady unready) {
            choice = Optional.empty();
            problem =
                    Optional.of(
                            Problem.waiting(
                                    "KeyVaultNotReady",
                                    "the object Vault %s of this namespace is not Ready, so its vault is not known yet; see its Ready condition"
                                            .formatted(Excerpt.value(unready.getMessage()))));
        } catch (IllegalArgumentException unfit) {
            choice = Optional.empty();
            problem = Optional.of(Problem.error(VaultExports.INVALID, unfit.getMessage()));
        }
        if (choice.isEmpty() && !OwnState.of(object).stored().mayRemain()) {
            return new VaultAsked(choice, NOTHING.owner, suffixes, problem, keeps);
        }
        try {
            var owner =
                    new VaultOwner(cluster.get(), kind, namespace, Fields.metadata(object, "name"));
            var refused =
                    choice.filter(any -> shared)
                            .flatMap(
                                    each ->
                                            refused(
                                                    each,
                                                    namespace,
                                                    settings,
                                                    suffixes,
                                                    held.get() || holds(each.vault(), around)));
            return new VaultAsked(choice, owner, suffixes, problem.or(() -> refused), keeps);
        } catch (IllegalArgumentException unnamed) {
            return new VaultAsked(
                    Optional.empty(),
                    NOTHING.owner,
                    suffixes,
                    Optional.of(Problem.error(VaultExports.INVALID, unnamed.getMessage())),
                    keeps);
        }
    }

    /** An object Vault has no vault yet. The message is its name. */
    private static final class NotReady extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotReady(String name) {
            super(name, null, false, false);
        }
    }

    private static boolean holds(VaultAddress vault, ReferenceResolver around) {
        try {
            return held(vault.name(), around).filter(vault.name()::equalsIgnoreCase).isPresent();
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
    private static Optional<String> held(String object, ReferenceResolver around) {
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

    /**
     * Why an object may not use the vault under a credential that several namespaces share. Azure
     * cannot tell these namespaces apart, so the administrator says which vaults each may use.
     */
    private static Optional<Problem> refused(
            VaultChoice choice,
            String namespace,
            VaultSettings settings,
            List<String> suffixes,
            boolean own) {
        var vault = choice.vault();
        boolean everywhere =
                settings.lists("*", vault)
                        || (!settings.everywhere().isEmpty()
                                && VaultAddress.of(settings.everywhere(), suffixes).equals(vault));
        // an object can represent any vault that nobody else holds, so it does not count where the
        // administrator has given the vault to others
        boolean held = own && !everywhere && !settings.listsForOthers(namespace, vault);
        if (held || settings.lists(namespace, vault)) {
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

    /**
     * This with what is wrong in the exports. The keys of a map are not known beforehand, and an
     * expression may make them of secrets; as names of entries they would be for everybody to see.
     */
    VaultAsked checked(ExportRequests exports) {
        boolean maps =
                choice.filter(each -> each.form() == VaultChoice.Form.ENTRIES).isPresent()
                        && exports.destinations().stream()
                                .anyMatch(to -> to.isSecret() && to.key().isEmpty());
        return problem.isPresent() || !maps
                ? this
                : new VaultAsked(
                        choice,
                        owner,
                        suffixes,
                        Optional.of(
                                Problem.error(
                                        VaultExports.INVALID,
                                        "an expression of secretExpressions gives a map, and its keys would be names of entries. Write json to the annotation %s, or give the expression a key"
                                                .formatted(AsoNames.KEY_VAULT_FORM))),
                        keeps);
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
                                .forEach(name -> all.add(each.vault().id(name))));
        return all;
    }
}
