/**
 * The core, which all capabilities share: the loop of observe, decide and act, the results of
 * steps, claim and release, status, Events and metrics. This package depends neither on a single
 * capability nor on Camel.
 *
 * <p>In this package, "outside" means outside the reconciled object: in Azure, or in other objects
 * of the cluster.
 */
package dev.dragoman.capability;
