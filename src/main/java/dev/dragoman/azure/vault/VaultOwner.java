package dev.dragoman.azure.vault;

import dev.dragoman.kube.object.Excerpt;
import java.util.Map;

/**
 * The object whose values an entry has, as the tags of the entry say it. An object that was made
 * anew has the same tags, so that it has its entries again. Immutable.
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

    /** Whose an entry is. */
    public enum Relation {
        /** The entry is of this object. */
        OURS,
        /** The entry is of an object of the same kind, namespace and name in another cluster. */
        OTHER_CLUSTER,
        /** The entry has none of these tags. */
        NOBODY,
        /** The entry is of another object. */
        FOREIGN
    }

    /** The tags of an entry of this object. */
    Map<String, String> tags() {
        return Map.of(CLUSTER, cluster, KIND, kind, NAMESPACE, namespace, NAME, name);
    }

    /** Whose the entry with these tags is. */
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

    /** The cluster that these tags name; or an empty text. */
    static String cluster(Map<String, String> tags) {
        return Excerpt.value(tags.getOrDefault(CLUSTER, ""));
    }

    /** Whose an entry with these tags is, as a message tells it. */
    String described(Map<String, String> tags) {
        if (!tags.containsKey(NAMESPACE) || !tags.containsKey(NAME)) {
            return "somebody else, because it has no tags of this operator";
        }
        // the objects of other namespaces are not named to this one
        return namespace.equals(tags.get(NAMESPACE))
                ? "%s %s of this namespace"
                        .formatted(
                                Excerpt.value(tags.getOrDefault(KIND, "object")),
                                Excerpt.value(tags.get(NAME)))
                : "an object of another namespace";
    }
}
