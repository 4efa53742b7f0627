package dev.dragoman.azure.check;

import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;

/**
 * The name of the cluster in tags of Key Vaults: that of the setting, else the uid of the Namespace
 * kube-system, which no two clusters share. It is read once. Thread-safe.
 */
final class ClusterName {
    private static final ObjectKey SYSTEM = new ObjectKey("", "Namespace", "", "kube-system");

    private final Reader reader;
    private volatile String name;

    /**
     * @param set the setting; empty if it is not set
     */
    ClusterName(String set, Reader reader) {
        this.reader = reader;
        this.name = set;
    }

    /**
     * The name.
     *
     * @throws dev.dragoman.kube.failure.WriteRefused when the Namespace may not be read
     * @throws IllegalArgumentException when there is no such Namespace
     */
    String get() {
        if (name.isEmpty()) {
            name =
                    reader.get("v1", SYSTEM)
                            .map(each -> Fields.metadata(each, "uid"))
                            .filter(uid -> !uid.isEmpty())
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    "the cluster has no Namespace kube-system, whose uid would name it in tags; set DRAGOMAN_CLUSTER_NAME of the operator"));
        }
        return name;
    }
}
