/**
 * The webhook that adds Envoy to pods: its server, its key, and what tells the API server of it. No
 * class of it is loaded while it is off.
 */
package dev.dragoman.discovery.sidecar;
