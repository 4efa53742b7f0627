/** The list of settings, and the parsing that several capabilities share. */
package dev.dragoman.settings;
