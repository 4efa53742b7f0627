/**
 * Decisions about DiscoveryServiceCertificates. Pure: no client, Camel or clock. The rules of
 * certificates themselves are in {@code certificates.pki}.
 */
package dev.dragoman.certificates.decision;
