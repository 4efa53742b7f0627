/** Decisions about DiscoveryServices and the objects that they need. Pure. */
package dev.dragoman.discovery.decision;
