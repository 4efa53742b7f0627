package dev.dragoman.agents.decision;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is decided by. Immutable.
 *
 * @param target the CDTarget
 * @param asked what is made by; empty where the target goes
 * @param live what is there of what is made for the target, by kind and name
 * @param left agents of the pool whose pods are gone, where the target goes too
 * @param again time until the next address of a host is to be closed; empty where none is
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

    /** Of a target that stays. */
    public static Facts of(CdTarget target, Given given, Optional<Duration> again) {
        return new Facts(target, Optional.of(given), given.seen().live(), List.of(), again);
    }

    /** Of one that goes. */
    public static Facts leaving(CdTarget target, Map<String, Map<String, Object>> live) {
        return new Facts(target, Optional.empty(), live, List.of(), Optional.empty());
    }

    /** The same where these agents are left in the pool. */
    public Facts withLeft(List<PoolAgent> agents) {
        return new Facts(target, asked, live, agents, again);
    }

    /**
     * What is made by.
     *
     * @throws java.util.NoSuchElementException where the target goes
     */
    public Given given() {
        return asked.orElseThrow();
    }

    /** What is there of what owns the pods of agents. */
    public List<Map<String, Object>> runners() {
        return AgentObjects.RUNNERS.stream()
                .map(kind -> live.get(Observation.key(kind, target.name())))
                .filter(Objects::nonNull)
                .toList();
    }
}
