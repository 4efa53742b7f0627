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
 * @param asked input of the makers; empty if the target is being deleted
 * @param live existing objects that the target owns, by kind and name
 * @param left agents to remove from the pool; empty unless the target is being deleted
 * @param again time until the next address of a host has to be closed; empty if no address has to
 *     be closed
 */
public record AgentFacts(
        CdTarget target,
        Optional<AgentInput> asked,
        Map<String, Map<String, Object>> live,
        List<PoolAgent> left,
        Optional<Duration> again) {
    public AgentFacts {
        live = Map.copyOf(live);
        left = List.copyOf(left);
    }

    /** Facts of a target that is not being deleted. */
    public static AgentFacts of(CdTarget target, AgentInput given, Optional<Duration> again) {
        return new AgentFacts(target, Optional.of(given), given.seen().live(), List.of(), again);
    }

    /** Facts of a target that is being deleted. */
    public static AgentFacts leaving(CdTarget target, Map<String, Map<String, Object>> live) {
        return new AgentFacts(target, Optional.empty(), live, List.of(), Optional.empty());
    }

    /** Copy of these facts with agents to remove from the pool. */
    public AgentFacts withLeft(List<PoolAgent> agents) {
        return new AgentFacts(target, asked, live, agents, again);
    }

    /**
     * The input of the makers.
     *
     * @throws java.util.NoSuchElementException if the target is being deleted
     */
    public AgentInput given() {
        return asked.orElseThrow();
    }

    /** The existing objects that run agents. */
    public List<Map<String, Object>> runners() {
        return AgentObjects.RUNNERS.stream()
                .map(kind -> live.get(AgentObservation.key(kind, target.name())))
                .filter(Objects::nonNull)
                .toList();
    }
}
