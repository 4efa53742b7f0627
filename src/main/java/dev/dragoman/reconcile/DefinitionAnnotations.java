package dev.dragoman.reconcile;

/**
 * Annotations of the CustomResourceDefinitions that this operator prints. They let it know a kind
 * without reading its schema; a definition without them is read.
 */
public final class DefinitionAnnotations {
    /** Kind of the objects, which are namespaced and have a status subresource. */
    public static final String KIND = "dragoman.dev/kind";

    /** Version that objects are stored in, and read at; it is served. */
    public static final String STORED_VERSION = "dragoman.dev/stored-version";

    private DefinitionAnnotations() {}
}
