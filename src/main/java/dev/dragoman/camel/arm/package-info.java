/** The {@code azure-arm} component. */
package dev.dragoman.camel.arm;
