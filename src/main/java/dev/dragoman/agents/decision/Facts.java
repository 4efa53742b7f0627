package dev.dragoman.agents.decision;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The facts of a CDTarget. Immutable.
 *
 * @param target the CDTarget
 * @param asked input of the makers; empty where the target is being deleted
 * @param live existing objects that the target owns, by kind and name
 * @param left agents to remove from the pool; only where the target is being deleted
 * @param again time until the next address of a host is to be closed; empty where there is none
 */
public record Facts(
        CdTarget target,
        Optional<Given> asked,
        Map<String, Map<String, Object>> live,
        List<PoolAgent> left,
        Optional<Duration> again) {
    public Facts {
        live = Map.copyOf(live);
        left = List.copyOf(left);
    }

    /** Facts of a target that is not being deleted. */
    public static Facts of(CdTarget target, Given given, Optional<Duration> again) {
        return new Facts(target, Optional.of(given), given.seen().live(), List.of(), again);
    }

    /** Facts of a target that is being deleted. */
    public static Facts leaving(CdTarget target, Map<String, Map<String, Object>> live) {
        return new Facts(target, Optional.empty(), live, List.of(), Optional.empty());
    }

    /** The same with agents to remove from the pool. */
    public Facts withLeft(List<PoolAgent> agents) {
        return new Facts(target, asked, live, agents, again);
    }

    /**
     * The input of the makers.
     *
     * @throws java.util.NoSuchElementException where the target is being deleted
     */
    public Given given() {
        return asked.orElseThrow();
    }

    /** The existing objects that run agents. */
    public List<Map<String, Object>> runners() {
        return AgentObjects.RUNNERS.stream()
                .map(kind -> live.get(Observation.key(kind, target.name())))
                .filter(Objects::nonNull)
                .toList();
    }
}
