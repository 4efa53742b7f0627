/**
 * What all capabilities have in common: the loop of observe, decide and act, results by step, claim
 * and release, status, Events, metrics. Knows no capability, and no Camel.
 */
package dev.dragoman.capability;
