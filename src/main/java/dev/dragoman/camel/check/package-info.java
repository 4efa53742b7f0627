/** What is wrong with overlays, one line each, before they meet a cluster. */
package dev.dragoman.camel.check;
