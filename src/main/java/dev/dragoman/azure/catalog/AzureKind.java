package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One row of the catalog: an Azure kind in all its versions. Immutable.
 *
 * @param group API group, for example {@code storage.azure.com}
 * @param kind kind as users write it
 * @param plural plural of the CRD
 * @param armType ARM type, for example {@code Microsoft.Storage/storageAccounts/blobServices}
 * @param scope what the ARM id lies below
 * @param owner kind of the owner; empty for {@link Scope#LOCATION} and {@link Scope#TENANT}, and
 *     for extension resources, whose owner may be any kind
 * @param fixedName ARM name of kinds whose resources all have the same name, such as {@code
 *     default}; empty for other kinds
 * @param naming what the name of the resource is made from if the spec has none
 * @param verbs verbs that ARM offers; without DELETE the resource is deleted with its parent
 * @param exports what {@code operatorSpec} can write to Secrets and ConfigMaps
 * @param rules what Azure does differently for this kind than for most
 * @param versions newest stable first
 */
public record AzureKind(
        String group,
        String kind,
        String plural,
        String armType,
        Scope scope,
        Optional<Owner> owner,
        Optional<String> fixedName,
        Naming naming,
        Set<Verb> verbs,
        List<Export> exports,
        KindRules rules,
        List<AzureVersion> versions) {
    /** What the ARM id of a kind lies below. */
    public enum Scope {
        /** Below a resource group, directly or through its owner. */
        RESOURCE_GROUP,
        /** A resource group itself: directly below the subscription. */
        LOCATION,
        /** Below a resource of any type. */
        EXTENSION,
        /** Directly below the subscription, under the provider of its type. */
        SUBSCRIPTION,
        /** Below nothing: the ARM id has no subscription and no parent. */
        TENANT,
        /** No resource of ARM. The CRD of the kind is installed, but the kind is not served. */
        NONE
    }

    /** What names the resource when the spec has no {@code azureName}. */
    public enum Naming {
        /** The name of the object. */
        OBJECT,
        /** A UUID, because Azure accepts nothing else; see {@code UuidName}. */
        UUID
    }

    /** Whether the kind is a resource of ARM; this operator can serve no other kinds. */
    public boolean inArm() {
        return scope != Scope.NONE;
    }

    /** Whether the object itself says which type its resource has: {@link ArmResourceKind}. */
    public boolean isOpen() {
        return BodyField.isOpen(newest().body());
    }

    /** HTTP verbs that ARM offers for a type. */
    public enum Verb {
        GET,
        HEAD,
        PUT,
        DELETE
    }

    /** Kind of the owner. */
    public record Owner(String group, String kind) {}

    /** The version with this CRD version name, in either spelling; empty when there is none. */
    public Optional<AzureVersion> version(String name) {
        return versions.stream().filter(v -> v.names().contains(name)).findFirst();
    }

    /** The version that objects are stored and watched at: the newest stable one. */
    public AzureVersion newest() {
        return versions.getFirst();
    }

    /**
     * ARM type of the parent; empty if the parent is a resource group or may be of any type, or if
     * there is no parent.
     */
    public Optional<String> parentType() {
        int last = armType.lastIndexOf('/');
        return scope == Scope.RESOURCE_GROUP && last > armType.indexOf('/')
                ? Optional.of(armType.substring(0, last))
                : Optional.empty();
    }

    /** {@code Kind.group}. */
    public String id() {
        return kind + "." + group;
    }
}
