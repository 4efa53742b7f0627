/**
 * The commands that run beside Envoy in a pod, with MARIN3R's names and flags. They start without
 * the operator, its settings and a cluster.
 */
package dev.dragoman.envoy.pod;
