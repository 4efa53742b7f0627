/**
 * Runs discovery services for Envoy, for objects of MARIN3R's kind DiscoveryService. "The
 * predecessor" is MARIN3R's operator, which served this kind before.
 */
package dev.dragoman.discovery;
