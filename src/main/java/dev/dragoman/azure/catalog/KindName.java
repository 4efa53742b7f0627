package dev.dragoman.azure.catalog;

import java.util.Optional;

/**
 * What the catalog's index says of a kind, without reading the row of the kind. Immutable.
 *
 * @param group API group, for example {@code storage.azure.com}
 * @param kind kind as users write it
 * @param plural plural of the CRD
 * @param armType ARM type, as in {@link AzureKind#armType}
 * @param owner kind of the owner, as in {@link AzureKind#owner}
 */
public record KindName(
        String group, String kind, String plural, String armType, Optional<AzureKind.Owner> owner) {
    static KindName of(AzureKind kind) {
        return new KindName(kind.group(), kind.kind(), kind.plural(), kind.armType(), kind.owner());
    }

    /** {@code Kind.group}. */
    public String id() {
        return kind + "." + group;
    }
}
