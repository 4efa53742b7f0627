/**
 * Which Secrets and ConfigMaps an object asks for in {@code operatorSpec}, and what goes in. Pure.
 */
package dev.dragoman.azure.export;
