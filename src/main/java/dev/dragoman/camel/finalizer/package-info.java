/** The {@code kubernetes-finalizer} component. */
package dev.dragoman.camel.finalizer;
