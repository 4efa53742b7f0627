/**
 * Camel on top of the engine and the Kubernetes writers: components, overlays and their check, and
 * the runtime that starts the routes. Contains no logic of any kind.
 */
package dev.dragoman.camel;
