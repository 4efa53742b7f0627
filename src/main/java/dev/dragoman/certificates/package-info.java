/**
 * The capability that issues DiscoveryServiceCertificates, a kind of MARIN3R, and the beans of its
 * steps.
 */
package dev.dragoman.certificates;
