/**
 * Camel over the engine and the Kubernetes writers: components, route overlays and their
 * validation, and the runtime that starts both. Decides nothing about any kind.
 */
package dev.dragoman.camel;
