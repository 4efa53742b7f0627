/**
 * What each Azure kind is, as data read from {@code /azure} on the class path. No I/O after
 * loading.
 */
package dev.dragoman.azure.catalog;
