/**
 * The client of Azure Resource Manager: one pipeline per identity, errors, headers of long-running
 * operations, throttling. This package only sends requests; {@code azure.decision} decides which.
 */
package dev.dragoman.azure.arm;
