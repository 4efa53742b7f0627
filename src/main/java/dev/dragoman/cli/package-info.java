/** The commands. Nothing imports this package. */
package dev.dragoman.cli;
