/** Builds the operator's image without a daemon (docs/image.md). */
package dev.dragoman.tools.image;
