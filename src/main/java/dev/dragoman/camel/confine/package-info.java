/** Confines Camel: the text of a route can reach values, but no class, file or method. */
package dev.dragoman.camel.confine;
