package dev.dragoman.agents.decision;

import java.util.Comparator;
import java.util.List;

/**
 * An agent as its pool knows it.
 *
 * @param id in its pool
 * @param name that it signed on with
 * @param online whether its process is there
 * @param owner uid of the CDTarget that it runs for, as its environment says; empty for others
 */
public record PoolAgent(int id, String name, boolean online, String owner) {
    /** Variable of agents, which they tell their pool as a capability. */
    public static final String OWNER = "CDTARGET_UID";

    /** Whether it ran for the target, and is there no more. */
    public boolean leftBy(CdTarget target) {
        return !online && !owner.isEmpty() && owner.equals(target.uid());
    }

    /**
     * The agents that leave a pool with a target.
     *
     * @param all of the pool
     * @param others CDTargets that may have agents in the same pool
     * @return all that the target has left, but the first where the pool would be empty for another
     *     target, for which no job would be queued any more
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
