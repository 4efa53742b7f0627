package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultEntries;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultOwner;
import dev.dragoman.kube.object.Fields;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which Key Vault the values of an object go to. Immutable.
 *
 * @param choice the vault and how to write to it; empty if no values go to a vault
 * @param owner the object as the tags of entries name it
 * @param suffixes DNS suffixes of vaults that may get tokens of the object's identity
 * @param problem why nothing may be written to the vault, or empty
 * @param keeps whether entries stay when they are no longer asked for or the object is deleted;
 *     true if the annotation has a wrong value
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

    /**
     * Finds out what an object asks about its exports to a Key Vault.
     *
     * @param kind {@code Kind.group}
     * @param settings the operator's settings
     * @param cluster used only if there is a vault, or entries to delete
     * @param access the vaults that the object may use
     */
    static VaultAsked of(
            Map<String, Object> object,
            String kind,
            VaultSettings settings,
            ClusterName cluster,
            VaultAccess access,
            ReferenceResolver around) {
        var namespace = Fields.metadata(object, "namespace");
        var annotations = Fields.map(object, "metadata", "annotations");
        var ofNamespace =
                around.namespace(namespace)
                        .map(each -> Fields.map(each, "metadata", "annotations"))
                        .orElse(Map.of());
        var nothing =
                new VaultAsked(
                        Optional.empty(),
                        NOTHING.owner,
                        access.suffixes(),
                        Optional.empty(),
                        VaultChoice.keeps(annotations, ofNamespace));
        try {
            var choice =
                    VaultChoice.of(annotations, ofNamespace, settings, access::address)
                            .map(
                                    each ->
                                            access.of(each.vault()) == VaultAccess.Use.COMMON
                                                    ? each.inCommon(ofNamespace)
                                                    : each);
            if (choice.isEmpty() && !OwnState.of(object).stored().mayRemain()) {
                return nothing;
            }
            var owner = owner(object, kind, cluster);
            var refused = choice.flatMap(each -> refused(each, access));
            return new VaultAsked(choice, owner, nothing.suffixes, refused, nothing.keeps);
        } catch (VaultAccess.NotReady unready) {
            return nothing.failed(unready.problem()).ownedBy(object, kind, cluster);
        } catch (IllegalArgumentException unfit) {
            return nothing.failed(Problem.error(VaultExports.INVALID, unfit.getMessage()))
                    .ownedBy(object, kind, cluster);
        }
    }

    private static VaultOwner owner(Map<String, Object> object, String kind, ClusterName cluster) {
        return new VaultOwner(
                cluster.get(),
                kind,
                Fields.metadata(object, "namespace"),
                Fields.metadata(object, "name"));
    }

    private VaultAsked failed(Problem why) {
        return new VaultAsked(choice, owner, suffixes, Optional.of(why), keeps);
    }

    /** A copy with the owner, if the object may have entries to delete. */
    private VaultAsked ownedBy(Map<String, Object> object, String kind, ClusterName cluster) {
        if (!OwnState.of(object).stored().mayRemain()) {
            return this;
        }
        try {
            return new VaultAsked(choice, owner(object, kind, cluster), suffixes, problem, keeps);
        } catch (IllegalArgumentException unnamed) {
            return this;
        }
    }

    /** Why the values may not be written to the vault, or not under the names of this pattern. */
    private static Optional<Problem> refused(VaultChoice choice, VaultAccess access) {
        var vault = choice.vault();
        boolean unhashed = choice.ownPattern() && !choice.pattern().contains("{hash}");
        return switch (access.of(vault)) {
            case FREE -> Optional.empty();
            case NONE -> Optional.of(access.refused(vault));
            case COMMON ->
                    unhashed
                            ? Optional.of(
                                    Problem.error(
                                            "KeyVaultNotAllowed",
                                            "%s is shared by all namespaces, so the annotation %s must have {hash}: without it, one namespace could take the names of another"
                                                    .formatted(vault, AsoNames.KEY_VAULT_ENTRY)))
                            : Optional.empty();
        };
    }

    /**
     * A copy with the problem of the exports, if there is one. An expression may derive the keys of
     * a map from secrets. These keys must not become names of entries, which are not secret.
     */
    VaultAsked checked(ExportRequests exports) {
        boolean maps =
                choice.filter(each -> each.form() == VaultChoice.Form.ENTRIES).isPresent()
                        && exports.destinations().stream()
                                .anyMatch(to -> to.isSecret() && to.key().isEmpty());
        return problem.isPresent() || !maps
                ? this
                : failed(
                        Problem.error(
                                VaultExports.INVALID,
                                "an expression of secretExpressions gives a map, and its keys would be names of entries. Write json to the annotation %s, or give the expression a key"
                                        .formatted(AsoNames.KEY_VAULT_FORM)));
    }

    /** The object and its identity, for requests by this client. */
    public VaultExports.Asker asker(ArmClient client) {
        return new VaultExports.Asker(client, owner, suffixes);
    }

    /**
     * The choice and the values that are asked for, as text, to detect changes. Empty if no values
     * go to a vault.
     */
    String mark(Map<String, Object> operatorSpec) {
        var values =
                "%s %s"
                        .formatted(
                                operatorSpec.get("secrets"), operatorSpec.get("secretExpressions"));
        return choice.map(each -> each.mark(owner.cluster(), values)).orElse("");
    }

    /** The entries for these Secrets that are possible, each as {@code HOST/NAME}. */
    public Set<String> entriesOf(List<Map<String, Object>> secrets) {
        var all = new TreeSet<String>();
        if (choice.isPresent()) {
            for (var entry : VaultEntries.of(secrets, choice.get(), owner).entries()) {
                all.add(choice.get().vault().id(entry.name()));
            }
        }
        return all;
    }

    /** Whether the vault's entries of the object are as they were when they were last as wanted. */
    boolean isUnchanged(VaultExports known, Gathered seen) {
        var ids = entries(List.of(), seen.exports);
        ids.retainAll(OwnState.of(seen.object).stored().entries());
        var vault = choice.map(VaultChoice::vault);
        return vault.isEmpty()
                || seen.credential
                        .client()
                        .filter(by -> known.areSame(asker(by), vault.get(), ids))
                        .isPresent();
    }

    /**
     * The given entries, and the entries that the exports ask for, each as {@code HOST/NAME}.
     *
     * @param named entries that the object has or may have, each as {@code HOST/NAME}
     */
    public Set<String> entries(Collection<String> named, ExportRequests exports) {
        var all = new TreeSet<>(named);
        for (var to : exports.destinations()) {
            choice.filter(any -> to.isSecret())
                    .flatMap(c -> VaultEntries.name(c, owner, to.name(), to.key().orElse("")))
                    .ifPresent(name -> all.add(choice.get().vault().id(name)));
        }
        return all;
    }
}
