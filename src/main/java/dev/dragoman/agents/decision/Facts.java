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
 * @param wanted what is to be there
 * @param differs those of the wanted objects that an apply would change, in their order
 * @param live what is there of what is made for the target, by kind and name
 * @param left agents of the pool whose pods are gone, where the target goes too
 * @param again time until the next address of a host is to be closed; empty where none is
 */
public record Facts(
        CdTarget target,
        Wanted wanted,
        List<Map<String, Object>> differs,
        Map<String, Map<String, Object>> live,
        List<PoolAgent> left,
        Optional<Duration> again) {
    public Facts {
        differs = List.copyOf(differs);
        live = Map.copyOf(live);
        left = List.copyOf(left);
    }

    /** The same where these are wanted. */
    public Facts with(Wanted others, List<Map<String, Object>> now) {
        return new Facts(target, others, now, live, left, again);
    }

    /** The same where these agents are left in the pool. */
    public Facts withLeft(List<PoolAgent> agents) {
        return new Facts(target, wanted, differs, live, agents, again);
    }

    /** What is there of what owns the pods of agents. */
    public List<Map<String, Object>> runners() {
        return AgentObjects.RUNNERS.stream()
                .map(kind -> live.get(Observation.key(kind, target.name())))
                .filter(Objects::nonNull)
                .toList();
    }
}
