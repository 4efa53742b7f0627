/**
 * Connects Camel with the engine and the Kubernetes writers: components, overlays and their check,
 * and the runtime that starts the routes. Contains no logic of a reconciled kind.
 */
package dev.dragoman.camel;
