package dev.dragoman.camel.reconcile;

import org.apache.camel.spi.Metadata;

/** Header names of the {@code kubernetes-reconcile} scheme. */
public final class KubernetesReconcileConstants {
    @Metadata(
            label = "consumer",
            description = "API group of the object, empty for the core group",
            javaType = "String")
    public static final String GROUP = "CamelKubernetesReconcileGroup";

    @Metadata(label = "consumer", description = "Kind of the object", javaType = "String")
    public static final String KIND = "CamelKubernetesReconcileKind";

    @Metadata(
            label = "consumer",
            description = "Namespace of the object, empty for a cluster-scoped object",
            javaType = "String")
    public static final String NAMESPACE = "CamelKubernetesReconcileNamespace";

    @Metadata(label = "consumer", description = "Name of the object", javaType = "String")
    public static final String NAME = "CamelKubernetesReconcileName";

    @Metadata(
            label = "consumer",
            description = "Uid of the object; the last known uid when the object no longer exists",
            javaType = "String")
    public static final String UID = "CamelKubernetesReconcileUid";

    @Metadata(
            label = "consumer",
            description =
                    "Generation of the object; 0 when it no longer exists or has no generation",
            javaType = "long")
    public static final String GENERATION = "CamelKubernetesReconcileGeneration";

    @Metadata(
            label = "consumer",
            description = "Why the reconciliation runs; for logs, never for decisions",
            javaType = "String",
            enums = "OBSERVED,EDITED,STATUS,DELETED,REFERENCE,REQUEUE,RETRY,WOKEN,RESYNC")
    public static final String CAUSE = "CamelKubernetesReconcileCause";

    @Metadata(
            label = "consumer",
            description = "Running number of the reconciliation in this process",
            javaType = "long")
    public static final String NUMBER = "CamelKubernetesReconcileNumber";

    @Metadata(
            label = "consumer",
            description =
                    "Whether the object no longer exists; the message body is then an empty map",
            javaType = "boolean")
    public static final String GONE = "CamelKubernetesReconcileGone";

    @Metadata(
            label = "consumer",
            description = "Whether the object is being deleted, but still exists",
            javaType = "boolean")
    public static final String DELETING = "CamelKubernetesReconcileDeleting";

    @Metadata(
            label = "consumer",
            description =
                    "Set by the route: how the reconciliation ended. An Outcome, 'done' (the default) or"
                            + " 'requeue 30s'.",
            javaType = "Object")
    public static final String OUTCOME = "CamelKubernetesReconcileOutcome";

    @Metadata(
            label = "producer",
            description = "Kind of the object to wake, KIND.GROUP; overrides the option kind",
            javaType = "String")
    public static final String WAKE_KIND = "CamelKubernetesReconcileWakeKind";

    @Metadata(
            label = "producer",
            description =
                    "Namespace of the object to wake, empty for a cluster-scoped object; overrides the"
                            + " option objectNamespace",
            javaType = "String")
    public static final String WAKE_NAMESPACE = "CamelKubernetesReconcileWakeNamespace";

    @Metadata(
            label = "producer",
            description = "Name of the object to wake; overrides the option objectName",
            javaType = "String")
    public static final String WAKE_NAME = "CamelKubernetesReconcileWakeName";

    @Metadata(
            label = "producer",
            description =
                    "Id of the external resource whose objects to wake, for example an ARM id; overrides"
                            + " all options",
            javaType = "String")
    public static final String WAKE_ID = "CamelKubernetesReconcileWakeId";

    @Metadata(
            label = "producer",
            description = "Set by the producer: how many objects were woken, 0 for none",
            javaType = "int")
    public static final String WOKEN = "CamelKubernetesReconcileWoken";

    private KubernetesReconcileConstants() {}
}
