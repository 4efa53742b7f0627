package dev.dragoman.reconcile.watch;

/**
 * Annotations of the CustomResourceDefinitions that {@code dragoman crds} prints. With them the
 * operator knows a kind without reading its schema. A CRD without them is read in full.
 */
public final class DefinitionAnnotations {
    /** Kind of the objects. They are namespaced and have a status subresource. */
    public static final String KIND = "dragoman.dev/kind";

    /** Storage version of the objects. It is served, and objects are read in it. */
    public static final String STORED_VERSION = "dragoman.dev/stored-version";

    private DefinitionAnnotations() {}
}
