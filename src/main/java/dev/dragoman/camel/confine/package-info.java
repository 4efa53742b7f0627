/**
 * Restricts Camel: the text of a route can use values and the beans for routes, but no other class,
 * method or file.
 */
package dev.dragoman.camel.confine;
