/**
 * Measures what the operator costs: scenarios on a real API server, each with a baseline from the
 * same run.
 */
package dev.dragoman.sandbox.bench;
