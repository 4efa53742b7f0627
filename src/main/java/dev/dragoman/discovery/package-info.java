/** Discovery services for Envoy, from DiscoveryServices of MARIN3R. */
package dev.dragoman.discovery;
