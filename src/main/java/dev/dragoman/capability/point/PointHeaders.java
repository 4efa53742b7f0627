package dev.dragoman.capability.point;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The headers of the message for a team's steps. */
public final class PointHeaders {
    private static final String PREFIX = "CamelKubernetesReconcile";

    /** Labels of the object, a map. */
    public static final String LABELS = PREFIX + "Labels";

    /** Annotations of the object, a map. */
    public static final String ANNOTATIONS = PREFIX + "Annotations";

    /** Labels of the object's namespace, a map; empty for a cluster-scoped object. */
    public static final String NAMESPACE_LABELS = PREFIX + "NamespaceLabels";

    /** Annotations of the object's namespace, a map; empty for a cluster-scoped object. */
    public static final String NAMESPACE_ANNOTATIONS = PREFIX + "NamespaceAnnotations";

    /** A copy of the object itself. */
    public static final String OBJECT = PREFIX + "Object";

    /** Whether what the next step creates, changes or deletes exists outside. */
    public static final String EXISTS = "DragomanExists";

    /** Paths at which what exists differs from what is wanted, a list. */
    public static final String DIFFERS = "DragomanDiffers";

    /** Why the point runs, for people. */
    public static final String REASON = "DragomanReason";

    private final Function<String, Map<String, Object>> namespaces;

    PointHeaders(Function<String, Map<String, Object>> namespaces) {
        this.namespaces = namespaces;
    }

    Map<String, Object> about(Map<String, Object> object, ObjectKey key) {
        var namespace =
                key.namespace().isEmpty()
                        ? Map.<String, Object>of()
                        : namespaces.apply(key.namespace());
        var all = new HashMap<String, Object>();
        all.put(LABELS, MutableCopy.of(Fields.map(object, "metadata", "labels")));
        all.put(ANNOTATIONS, MutableCopy.of(Fields.map(object, "metadata", "annotations")));
        all.put(NAMESPACE_LABELS, MutableCopy.of(Fields.map(namespace, "metadata", "labels")));
        all.put(
                NAMESPACE_ANNOTATIONS,
                MutableCopy.of(Fields.map(namespace, "metadata", "annotations")));
        // a copy: what steps change in it does not change the object
        all.put(OBJECT, MutableCopy.of(object));
        return all;
    }

    static Map<String, Object> of(Before before) {
        return Map.of(EXISTS, before.exists(), DIFFERS, before.differs(), REASON, before.reason());
    }
}
