/** What the operator costs: scenarios on a real API server, each beside a baseline of the same run. */
package dev.dragoman.sandbox.bench;
