/**
 * The Azure controller: what the steps observe, decide, act and record of the route {@code azure}
 * do. The reasons are in {@code azure.decision}, the mapping in {@code azure.model}, the wire in
 * {@code azure.arm}.
 */
package dev.dragoman.azure;
