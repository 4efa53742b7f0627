/**
 * The wire to Azure Resource Manager: one pipeline per identity, error classes, long-running
 * operations, throttling. Effects only; what to send is decided in {@code azure.decision}.
 */
package dev.dragoman.azure.arm;
