package dev.dragoman.azure.vault;

import dev.dragoman.kube.object.Excerpt;
import java.util.Map;

/**
 * The object that an entry belongs to, as the tags of the entry name it. An object that is deleted
 * and created again has the same tags, so its former entries belong to it again. Immutable.
 *
 * @param cluster name of the cluster
 * @param kind {@code Kind.group}
 * @param namespace namespace of the object
 * @param name name of the object
 */
public record VaultOwner(String cluster, String kind, String namespace, String name) {
    private static final String CLUSTER = "dragoman-cluster";
    private static final String KIND = "dragoman-kind";
    private static final String NAMESPACE = "dragoman-namespace";
    private static final String NAME = "dragoman-name";

    /** How an entry relates to this object. */
    public enum Relation {
        /** The entry belongs to this object. */
        OURS,
        /** It belongs to an object of the same kind, namespace and name in another cluster. */
        OTHER_CLUSTER,
        /** The entry has none of the operator's tags. */
        NOBODY,
        /** The entry belongs to another object. */
        FOREIGN
    }

    /** The tags of an entry of this object. */
    Map<String, String> tags() {
        return Map.of(CLUSTER, cluster, KIND, kind, NAMESPACE, namespace, NAME, name);
    }

    /** How an entry with these tags relates to this object. */
    Relation of(Map<String, String> tags) {
        if (tags.keySet().stream().noneMatch(tags().keySet()::contains)) {
            return Relation.NOBODY;
        }
        boolean same =
                kind.equals(tags.get(KIND))
                        && namespace.equals(tags.get(NAMESPACE))
                        && name.equals(tags.get(NAME));
        if (!same) {
            return Relation.FOREIGN;
        }
        return cluster.equals(tags.get(CLUSTER)) ? Relation.OURS : Relation.OTHER_CLUSTER;
    }

    /** The cluster that these tags name; empty if they name none. */
    static String cluster(Map<String, String> tags) {
        return Excerpt.value(tags.getOrDefault(CLUSTER, ""));
    }

    /** The owner of an entry with these tags, for messages. */
    String described(Map<String, String> tags) {
        if (!tags.containsKey(NAMESPACE) || !tags.containsKey(NAME)) {
            return "somebody else, because it has no tags of this operator";
        }
        // users of this namespace must not learn names of objects in other namespaces
        return namespace.equals(tags.get(NAMESPACE))
                ? "%s %s of this namespace"
                        .formatted(
                                Excerpt.value(tags.getOrDefault(KIND, "object")),
                                Excerpt.value(tags.get(NAME)))
                : "an object of another namespace";
    }
}
