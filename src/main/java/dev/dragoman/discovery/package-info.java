/** Runs discovery services for Envoy, for objects of MARIN3R's kind DiscoveryService. */
package dev.dragoman.discovery;
