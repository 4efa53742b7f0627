/**
 * Vended namespaces: for a ConfigMap in the requests namespace, the operator makes a Namespace and
 * a Secret with credentials for it. {@code decision} decides the steps, {@code template} makes the
 * objects. "The predecessor" is nsplease, which did the same before.
 */
package dev.dragoman.namespaces;
