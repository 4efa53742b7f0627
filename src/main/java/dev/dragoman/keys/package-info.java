/** Keys that others have written, whichever capability reads them: what may be done with them. */
package dev.dragoman.keys;
