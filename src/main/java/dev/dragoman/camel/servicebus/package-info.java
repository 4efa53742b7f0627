/** The scheme {@code azure-servicebus}: where change events come from. */
package dev.dragoman.camel.servicebus;
