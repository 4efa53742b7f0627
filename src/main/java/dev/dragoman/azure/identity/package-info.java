/** Identities of Dragoman in Azure: settings, credentials, one token cache per identity. */
package dev.dragoman.azure.identity;
