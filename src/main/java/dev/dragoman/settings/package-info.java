/** How settings are written, whichever capability they belong to. */
package dev.dragoman.settings;
