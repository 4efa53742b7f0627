/** Azure's change events: what a message says, and whom it concerns. No client, no clock. */
package dev.dragoman.azure.event;
