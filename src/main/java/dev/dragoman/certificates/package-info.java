/** The capability of DiscoveryServiceCertificates, and the beans of its steps. */
package dev.dragoman.certificates;
