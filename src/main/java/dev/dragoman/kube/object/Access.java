package dev.dragoman.kube.object;

/**
 * One action in a namespace; the API server can tell whether it is allowed.
 *
 * @param namespace namespace of the action
 * @param group API group; empty for the core group, {@code *} for all groups
 * @param resource plural of the kind; {@code *} for all
 * @param subresource may be empty
 * @param verb such as {@code get}
 * @param name name of the object; empty for all objects
 */
public record Access(
        String namespace,
        String group,
        String resource,
        String subresource,
        String verb,
        String name) {
    @Override
    public String toString() {
        return "%s %s%s%s in %s"
                .formatted(
                        verb,
                        resource,
                        subresource.isEmpty() ? "" : "/" + subresource,
                        name.isEmpty() ? "" : " " + name,
                        namespace);
    }
}
