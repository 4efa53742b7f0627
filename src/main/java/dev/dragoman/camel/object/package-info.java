/** The {@code kubernetes-object} component. */
package dev.dragoman.camel.object;
