/** {@code dragoman events}. */
package dev.dragoman.cli.events;
