package dev.dragoman.azure.model;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Json;
import java.util.Map;
import java.util.Optional;

/**
 * A reference in a spec to a resource, a Secret or a ConfigMap.
 *
 * @param path path of the reference in the spec, for example {@code
 *     networkAcls.virtualNetworkRules[0].reference}
 * @param group API group of the resource; only for {@link Type#ARM} with a name
 * @param kind kind of the resource; only for {@link Type#ARM} with a name
 * @param name name of the resource, Secret or ConfigMap; empty when {@code armId} or {@code
 *     wellKnownName} is given
 * @param key key in the Secret or ConfigMap
 * @param armId ARM id as the user wrote it
 * @param wellKnownName display name of a built-in role
 */
public record Reference(
        String path,
        Type type,
        String group,
        String kind,
        String name,
        String key,
        String armId,
        String wellKnownName) {
    /** Longest name that a message repeats in full, in characters; no object's name is longer. */
    private static final int LONGEST = 253;

    /** What the reference refers to. */
    public enum Type {
        ARM,
        SECRET,
        SECRET_MAP,
        CONFIG
    }

    static Reference of(String path, Type type, Object value) {
        Map<String, Object> from = Values.object(value);
        return new Reference(
                path,
                type,
                Json.text(from, "group"),
                Json.text(from, "kind"),
                Json.text(from, "name"),
                Json.text(from, "key"),
                Json.text(from, "armId"),
                Json.text(from, "wellKnownName"));
    }

    /** The ARM id, if the user wrote one. */
    public Optional<String> givenArmId() {
        return Optional.of(armId).filter(id -> !id.isEmpty());
    }

    @Override
    public String toString() {
        return switch (type) {
            case ARM ->
                    path
                            + " ("
                            + (armId.isEmpty()
                                    ? shown(wellKnownName + kind + " " + name).strip()
                                    : shown(armId))
                            + ")";
            case SECRET -> path + " (Secret " + shown(name) + ", key " + shown(key) + ")";
            case SECRET_MAP -> path + " (Secret " + shown(name) + ")";
            case CONFIG -> path + " (ConfigMap " + shown(name) + ", key " + shown(key) + ")";
        };
    }

    private static String shown(String written) {
        return Excerpt.value(written, LONGEST);
    }
}
