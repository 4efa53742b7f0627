/**
 * The data plane of Azure Key Vault: secrets. {@link dev.dragoman.sandbox.azure.vault.KeyVaults} is
 * the entry. Keys, certificates, backup and restore are not offered.
 */
package dev.dragoman.sandbox.azure.vault;
