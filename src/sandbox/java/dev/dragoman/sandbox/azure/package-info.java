/**
 * A local Azure: Entra and Resource Manager on two HTTPS ports of this machine. It refuses what
 * Azure refuses. What a resource type accepts comes from the catalog, how it behaves from {@code
 * sandbox/azure/behaviour.json}; no code knows a type by name.
 */
package dev.dragoman.sandbox.azure;
