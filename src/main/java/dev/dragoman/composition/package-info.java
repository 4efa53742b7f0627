/**
 * Kinds that are made of objects: a route whose makers are templates, without Java. Templates are
 * ours or a team's.
 */
package dev.dragoman.composition;
