package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/**
 * How the API server serves a kind.
 *
 * @param version the version to read at: the storage version of a CRD, which needs no conversion
 * @param status whether status is a subresource, so that only the kind's controllers write it
 * @param custom whether a CRD defines the kind
 */
public record KindInfo(
        GroupKind id,
        String version,
        String plural,
        boolean namespaced,
        boolean status,
        boolean custom) {
    public ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(id.group().isEmpty() ? null : id.group())
                .withVersion(version)
                .withKind(id.kind())
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
    }

    public ObjectKey key(String namespace, String name) {
        return new ObjectKey(id.group(), id.kind(), namespaced ? namespace : "", name);
    }
}
