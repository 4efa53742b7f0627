/** Runs build agents of Azure DevOps for CDTargets, and restricts what they may reach. */
package dev.dragoman.agents;
