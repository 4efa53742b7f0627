package dev.dragoman.agents.decision;

import java.util.Comparator;
import java.util.List;

/**
 * An agent as its pool knows it.
 *
 * @param id number of the agent in its pool
 * @param name name with which it registered
 * @param online whether it is connected to the pool
 * @param owner UID of its CDTarget, from the agent's environment; empty for agents that no CDTarget
 *     runs
 */
public record PoolAgent(int id, String name, boolean online, String owner) {
    /** Variable of agents with the UID of their CDTarget; the pool shows it as a capability. */
    public static final String OWNER = "CDTARGET_UID";

    /** Whether the agent ran for the target, and is offline now. */
    public boolean leftBy(CdTarget target) {
        return !online && !owner.isEmpty() && owner.equals(target.uid());
    }

    /**
     * The agents to remove from a pool when a target is deleted.
     *
     * @param all all agents of the pool
     * @param others CDTargets that may have agents in the same pool
     * @return all offline agents of the target. If that would empty a pool which another target
     *     uses, the first agent stays: Azure DevOps queues no job for an empty pool
     */
    public static List<PoolAgent> leaving(
            List<PoolAgent> all, CdTarget target, List<CdTarget> others) {
        var left =
                all.stream()
                        .filter(each -> each.leftBy(target))
                        .sorted(Comparator.comparingInt(PoolAgent::id))
                        .toList();
        boolean needed =
                left.size() == all.size()
                        && others.stream()
                                .filter(each -> !each.deleting())
                                .anyMatch(each -> each.sharesPool(target));
        return needed ? left.subList(Math.min(1, left.size()), left.size()) : left;
    }
}
