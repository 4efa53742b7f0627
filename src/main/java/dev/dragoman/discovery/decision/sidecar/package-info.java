/** Decides what is added to a pod that gets Envoy as a sidecar. Pure. */
package dev.dragoman.discovery.decision.sidecar;
