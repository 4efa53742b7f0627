/** Https requests to hosts that a setting allows, and hidden values for overlays. */
package dev.dragoman.camel.https;
