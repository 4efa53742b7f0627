/**
 * Decisions about DiscoveryServices and the objects that they need. Pure: no client, Camel or
 * clock.
 */
package dev.dragoman.discovery.decision;
