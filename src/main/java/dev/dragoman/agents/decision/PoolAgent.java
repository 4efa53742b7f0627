package dev.dragoman.agents.decision;

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
}
