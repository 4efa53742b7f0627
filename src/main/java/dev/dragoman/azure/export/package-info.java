/**
 * Decides which Secrets and ConfigMaps an object asks for in {@code operatorSpec}, and which values
 * are written to them. Pure.
 */
package dev.dragoman.azure.export;
