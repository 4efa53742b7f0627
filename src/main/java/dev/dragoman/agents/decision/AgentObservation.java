package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Guard;
import dev.dragoman.agents.decision.egress.PortRange;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.agents.decision.workload.Counting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects and settings that were read for a CDTarget. Immutable.
 *
 * @param ports ports of the administrator's ConfigMap; empty if there is no ConfigMap
 * @param guard which destinations no target may open
 * @param nameservers blocks in which {@code dnsConfig.nameservers} may lie
 * @param secrets data of the Secrets that the spec names, by name of the Secret. The data is empty
 *     if the Secret does not exist; there is no entry if the operator may not read it
 * @param keda whether the API server serves KEDA's kinds
 * @param counting which agents and jobs a ScaledObject of the target counts
 * @param inputs hash of what agents read when they start
 * @param live existing objects that the target owns, by kind and name
 * @param foreign kind and name of existing objects that the target does not own, but that have a
 *     name of its objects
 * @param foreignAuthentication whether an object that the target does not own has the usual name of
 *     its TriggerAuthentication
 * @param hosts addresses of host names; empty if the administrator has not turned on their
 *     resolution
 */
public record AgentObservation(
        Optional<PortRange.Parsed> ports,
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

    /** An existing object that the target owns; empty if there is none. */
    public Optional<Map<String, Object>> live(String kind, String name) {
        return Optional.ofNullable(live.get(key(kind, name)));
    }
}
