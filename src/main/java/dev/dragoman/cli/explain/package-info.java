/**
 * Why an object is not Ready: what it waits for, and the deepest cause first. Classes whose names
 * begin with {@code Cluster} and the commands read and write; all others are pure.
 */
package dev.dragoman.cli.explain;
