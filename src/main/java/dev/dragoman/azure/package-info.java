/**
 * The capability that reconciles the Azure kinds. It observes an object, does the steps of the
 * route {@code azure}, and writes the result on the object. {@code azure.decision} decides the
 * steps, {@code azure.model} maps specs to bodies, and {@code azure.arm} is the client of Azure.
 */
package dev.dragoman.azure;
