/**
 * The client of Azure Resource Manager: one pipeline per identity, errors, headers of long-running
 * operations, throttling. It only sends; {@code azure.decision} decides what to send.
 */
package dev.dragoman.azure.arm;
