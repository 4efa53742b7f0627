/** Connects the reconciliation loop of capabilities with the lines of their routes. */
package dev.dragoman.camel.capability;
