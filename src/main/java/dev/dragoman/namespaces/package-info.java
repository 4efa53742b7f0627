/**
 * Namespaces with credentials: a ConfigMap in the requests namespace becomes a Namespace, and a
 * Secret that works there comes back. The steps of route {@code namespaces}; the reasons are in
 * {@code decision}, what is made is in {@code template}.
 */
package dev.dragoman.namespaces;
