/**
 * Which Secrets and ConfigMaps an object asks for in {@code operatorSpec}, and what is written to
 * them. Pure.
 */
package dev.dragoman.azure.export;
