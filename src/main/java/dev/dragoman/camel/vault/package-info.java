/** The scheme {@code azure-key-vault}. */
package dev.dragoman.camel.vault;
