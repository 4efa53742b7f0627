/** Build agents of Azure DevOps from CDTargets, and what they may reach. */
package dev.dragoman.agents;
