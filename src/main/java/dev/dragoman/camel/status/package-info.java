/** The {@code kubernetes-status} component. */
package dev.dragoman.camel.status;
