/**
 * The capability that reconciles the Azure kinds: observes an object, does the steps of the route
 * {@code azure}, and writes the result on the object. Decisions are in {@code azure.decision}, the
 * mapping in {@code azure.model}, the client of Azure in {@code azure.arm}.
 */
package dev.dragoman.azure;
