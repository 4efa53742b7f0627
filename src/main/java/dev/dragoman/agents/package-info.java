/**
 * Runs build agents of Azure DevOps for CDTargets, and restricts what they may reach. "The
 * predecessor" is the CDTarget operator (cdtarget-operator), which served this kind before.
 */
package dev.dragoman.agents;
