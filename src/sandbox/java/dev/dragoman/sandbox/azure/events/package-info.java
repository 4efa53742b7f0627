/** Event Grid of the local Azure: the form of the events by which Resource Manager tells changes. */
package dev.dragoman.sandbox.azure.events;
