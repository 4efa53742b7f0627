/** The {@code kubernetes-apply} component. */
package dev.dragoman.camel.apply;
