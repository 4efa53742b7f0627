/** Generates the catalog of Azure kinds from public archives. Not part of the operator. */
package dev.dragoman.tools.catalog;
