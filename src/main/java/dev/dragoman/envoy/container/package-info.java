/**
 * Containers of pods that run Envoy under a discovery service, as MARIN3R makes them. Pure: no
 * client, Camel or clock.
 */
package dev.dragoman.envoy.container;
