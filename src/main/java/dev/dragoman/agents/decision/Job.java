package dev.dragoman.agents.decision;

/**
 * A job that an agent of a pool has, and that is not over.
 *
 * @param agent name of the agent
 * @param begun whether the agent has received it; before that KEDA counts it as waiting
 */
public record Job(String agent, boolean begun) {}
