package dev.dragoman.agents.decision.workload;

/**
 * A job of a pool that is assigned to an agent and is not over.
 *
 * @param agent name of the agent
 * @param begun whether the agent has received the job; until then KEDA counts the job as waiting
 */
public record Job(String agent, boolean begun) {}
