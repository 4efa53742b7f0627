/** Client of Azure DevOps' agent pools: reads jobs and agents, and removes agents. */
package dev.dragoman.agents.pool;
