package dev.dragoman.azure.check;

import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;

/**
 * The name of the cluster in tags of Key Vault entries: the setting, else the uid of the Namespace
 * kube-system, which is unique to the cluster. The uid is read once. Thread-safe.
 */
final class ClusterName {
    private static final ObjectKey SYSTEM = new ObjectKey("", "Namespace", "", "kube-system");

    private final Lookup reader;
    private volatile String name;

    /**
     * @param set value of the setting; empty if it is not set
     */
    ClusterName(String set, Lookup reader) {
        this.reader = reader;
        this.name = set;
    }

    /**
     * Returns the name.
     *
     * @throws dev.dragoman.kube.failure.WriteRefused when the Namespace may not be read
     * @throws IllegalArgumentException when the Namespace does not exist
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
                                                    "the cluster has no Namespace kube-system, so its uid cannot serve as the cluster's name in tags; set DRAGOMAN_CLUSTER_NAME for the operator"));
        }
        return name;
    }
}
