/** Builds the plugin of kubectl, and its manifest for krew (docs/install.md). */
package dev.dragoman.tools.plugin;
