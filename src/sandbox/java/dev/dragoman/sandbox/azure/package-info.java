/**
 * A local Azure: Entra, Resource Manager and key vaults on HTTPS ports of this machine. It refuses
 * what Azure refuses. The catalog says what a resource type accepts, and a row of {@code
 * sandbox/azure/behaviour.json} how the type behaves. Only behaviour that no row can express, such
 * as that of key vaults and locks, is in code.
 */
package dev.dragoman.sandbox.azure;
