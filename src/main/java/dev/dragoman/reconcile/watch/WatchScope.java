package dev.dragoman.reconcile.watch;

/**
 * The objects that are watched; empty strings mean all namespaces, all names, all labels.
 *
 * @param account the user as whom they are watched; empty for the operator itself
 */
public record WatchScope(String namespace, String name, String labelSelector, String account) {
    public WatchScope(String namespace, String name, String labelSelector) {
        this(namespace, name, labelSelector, "");
    }

    static final WatchScope ALL = new WatchScope("", "", "");
}
