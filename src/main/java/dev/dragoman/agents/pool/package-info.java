/** Pools of Azure DevOps: asked for their jobs and agents, and left by agents that are gone. */
package dev.dragoman.agents.pool;
