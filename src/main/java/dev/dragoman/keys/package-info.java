/** Checks of cryptographic keys that others have written, for all capabilities. */
package dev.dragoman.keys;
