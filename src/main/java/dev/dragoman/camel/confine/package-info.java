/** What Camel may reach on behalf of the text of a route: values, and no class, file or method. */
package dev.dragoman.camel.confine;
