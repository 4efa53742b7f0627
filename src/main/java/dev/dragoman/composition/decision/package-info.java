/** Which objects a composition makes, and when its object is Ready. Pure. */
package dev.dragoman.composition.decision;
