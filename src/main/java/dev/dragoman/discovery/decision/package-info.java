/** What is made for a DiscoveryService, and why it is not. Pure. */
package dev.dragoman.discovery.decision;
