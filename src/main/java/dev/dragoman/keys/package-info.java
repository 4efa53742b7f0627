/** Checks of cryptographic keys from users, shared by all capabilities. */
package dev.dragoman.keys;
