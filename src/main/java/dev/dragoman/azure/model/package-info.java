/**
 * What follows from an object and an ARM answer: names, references, bodies, differences, status.
 * Pure: values in, values out.
 */
package dev.dragoman.azure.model;
