/** Messages to https, to hosts that a setting allows, and the Secrets that overlays take from. */
package dev.dragoman.camel.https;
