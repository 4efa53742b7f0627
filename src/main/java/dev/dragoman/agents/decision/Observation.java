package dev.dragoman.agents.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was read for a CDTarget. Immutable.
 *
 * @param portsText what the ports' ConfigMap holds; empty where there is none
 * @param guard what no target may open
 * @param nameservers what {@code dnsConfig.nameservers} may name
 * @param secrets by name, those that the spec names: keys and values; empty where one is not there,
 *     absent where it may not be read
 * @param keda whether KEDA's kinds are there
 * @param counting what ScaledObjects can count here
 * @param inputs hash of what the agents read when they start
 * @param live what is there of what is made for the target, by kind and name
 * @param foreign what has the name of something that would be made, and another owner or none
 * @param foreignAuthentication whether another one's TriggerAuthentication has the usual name
 * @param hosts what is known of host names; empty where the administrator has none resolved
 */
public record Observation(
        Optional<String> portsText,
        Guard guard,
        List<Block> nameservers,
        Map<String, Optional<Map<String, Object>>> secrets,
        boolean keda,
        Counting counting,
        String inputs,
        Map<String, Map<String, Object>> live,
        List<String> foreign,
        boolean foreignAuthentication,
        Optional<Resolution> hosts) {
    /** Key in {@link #live}. */
    public static String key(String kind, String name) {
        return kind + "/" + name;
    }

    /** An object that is there; empty where it is not. */
    Optional<Map<String, Object>> live(String kind, String name) {
        return Optional.ofNullable(live.get(key(kind, name)));
    }
}
