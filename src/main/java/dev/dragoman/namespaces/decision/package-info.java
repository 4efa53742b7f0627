/** Decides whether a request is served, waits or is refused. Pure: time is an input. */
package dev.dragoman.namespaces.decision;
