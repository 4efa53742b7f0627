package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;

/** The CustomResourceDefinition of a kind. */
final class Definition {
    private static final String GROUP = "apiextensions.k8s.io";

    private Definition() {}

    /**
     * Whether the definition is gone or being deleted. It is read from the API server: with a stale
     * cache, the operator could delete a resource that must stay in Azure.
     *
     * @throws WriteRefused when it may not be read
     */
    static boolean gone(AzureKind kind, Reader reader) {
        var name = kind.plural() + "." + kind.group();
        var key = new ObjectKey(GROUP, "CustomResourceDefinition", "", name);
        return reader.get(GROUP + "/v1", key).map(Fields::deleting).orElse(true);
    }

    /** As {@link #gone}; false if the definition may not be read. */
    static boolean knownGone(AzureKind kind, Reader reader) {
        try {
            return gone(kind, reader);
        } catch (WriteRefused unknown) {
            return false;
        }
    }
}
