/**
 * The Azure kinds as data, read from {@code /azure} on the class path. A file is read when it is
 * first needed.
 */
package dev.dragoman.azure.catalog;
