package dev.dragoman.agents.decision;

import java.util.regex.Pattern;

/**
 * An agent as its pool knows it.
 *
 * @param id in its pool
 * @param name that it signed on with
 * @param online whether its process is there
 */
public record PoolAgent(int id, String name, boolean online) {
    /** What a ReplicaSet or a Job puts behind the name of its owner. */
    private static final String SUFFIX = "-[a-z0-9]{1,10}-[a-z0-9]{5}";

    /** Whether it was a pod of the target, and is there no more. */
    public boolean leftBy(CdTarget target) {
        return !online && name.matches(Pattern.quote(target.name()) + SUFFIX);
    }
}
