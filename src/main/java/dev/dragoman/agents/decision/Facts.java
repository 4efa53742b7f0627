package dev.dragoman.agents.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is decided by. Immutable.
 *
 * @param object the CDTarget
 * @param generation of the object
 * @param deleting whether its deletion was asked for; all that was made goes with it
 * @param key kind, namespace and name of what runs the agents, for the outside id
 * @param wanted what is to be there
 * @param differs those of the wanted objects that an apply would change, in their order
 * @param live what is there of what is made for the target, by kind and name
 * @param pool organisation and pool, for people
 */
public record Facts(
        Map<String, Object> object,
        long generation,
        boolean deleting,
        String key,
        Wanted wanted,
        List<Map<String, Object>> differs,
        Map<String, Map<String, Object>> live,
        Optional<String> pool) {
    public Facts {
        differs = List.copyOf(differs);
        live = Map.copyOf(live);
    }

    /** The same where these are wanted. */
    public Facts with(List<Map<String, Object>> objects, List<Map<String, Object>> now) {
        return new Facts(object, generation, deleting, key, wanted.with(objects), now, live, pool);
    }
}
