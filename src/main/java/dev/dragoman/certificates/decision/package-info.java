/**
 * What is done for a DiscoveryServiceCertificate, and why. Pure: no client, no Camel, no clock. The
 * rules of certificates themselves are in {@code certificates.pki}.
 */
package dev.dragoman.certificates.decision;
