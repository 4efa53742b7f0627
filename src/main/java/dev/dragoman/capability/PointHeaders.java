package dev.dragoman.capability;

import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** What a team's steps may look at besides the message body. Pure but for the cache. */
public final class PointHeaders {
    private static final String PREFIX = "CamelKubernetesReconcile";

    /** Labels of the object, a map. */
    public static final String LABELS = PREFIX + "Labels";

    /** Annotations of the object, a map. */
    public static final String ANNOTATIONS = PREFIX + "Annotations";

    /** Labels of its namespace, a map; empty for objects without one. */
    public static final String NAMESPACE_LABELS = PREFIX + "NamespaceLabels";

    /** Annotations of its namespace, a map; empty for objects without one. */
    public static final String NAMESPACE_ANNOTATIONS = PREFIX + "NamespaceAnnotations";

    /** The object itself, which cannot be changed. */
    public static final String OBJECT = PREFIX + "Object";

    /** Whether what the next step makes, changes or deletes is there outside. */
    public static final String EXISTS = "DragomanExists";

    /** Paths on which what is there differs from what is wanted, a list. */
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
        // what is changed here changes nothing for anybody else
        all.put(OBJECT, MutableCopy.of(object));
        return all;
    }

    static Map<String, Object> of(Before before) {
        return Map.of(
                EXISTS,
                before.exists(),
                DIFFERS,
                before.differs(),
                REASON,
                switch (before.point()) {
                    case BEFORE_CREATE -> "there is none yet";
                    case BEFORE_DELETE -> "the object was deleted";
                    default ->
                            before.differs().isEmpty()
                                    ? "the object was changed"
                                    : "different in " + String.join(", ", before.differs());
                });
    }
}
