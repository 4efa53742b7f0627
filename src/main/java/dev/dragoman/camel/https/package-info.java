/** Https requests to hosts that a setting allows, and values of Secrets for overlays. */
package dev.dragoman.camel.https;
