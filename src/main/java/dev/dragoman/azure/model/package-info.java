/** Maps between objects and ARM: names, references, bodies, differences, status. Pure. */
package dev.dragoman.azure.model;
