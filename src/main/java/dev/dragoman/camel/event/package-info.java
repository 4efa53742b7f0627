/** The {@code kubernetes-event} component. */
package dev.dragoman.camel.event;
