/** A local API server and a local Azure for tests, demos and benchmarks. Not part of the image. */
package dev.dragoman.sandbox;
