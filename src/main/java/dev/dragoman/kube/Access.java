package dev.dragoman.kube;

/**
 * One thing that somebody may or may not do.
 *
 * @param namespace where
 * @param group API group, empty for the core group; {@code *} asks for all
 * @param resource plural; {@code *} asks for all
 * @param subresource may be empty
 * @param verb what
 * @param name which object, empty for any
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
