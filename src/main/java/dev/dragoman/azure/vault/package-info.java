/**
 * Exports to Key Vault: which vault an object's values go to, under which names, and what must be
 * done for each entry. Only {@link dev.dragoman.azure.vault.VaultClient} sends requests.
 */
package dev.dragoman.azure.vault;
