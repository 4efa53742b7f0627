/** Writes the files with which a team begins something of its own. */
package dev.dragoman.cli.create;
