package dev.dragoman.agents.decision.egress;

import dev.dragoman.agents.decision.AgentObservation;
import dev.dragoman.agents.decision.AgentTrouble;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the ports on which agents may reach targets. */
public final class Ports {
    private Ports() {}

    /**
     * The egress with the ports of the ConfigMap. If the ConfigMap is invalid, adds a problem and
     * takes the ports of the live policy.
     */
    public static Egress of(
            CdTarget target, AgentObservation seen, Egress egress, List<Trouble> troubles) {
        if (seen.ports().isEmpty()) {
            return egress.withPorts(PortRange.DEFAULTS);
        }
        var parsed = seen.ports().get();
        if (parsed.problems().isEmpty()) {
            return egress.withPorts(parsed.ports());
        }
        var last = seen.live("NetworkPolicy", target.name()).flatMap(Ports::of);
        troubles.add(
                AgentTrouble.ports(
                        "ConfigMap cdtarget-ports: %s; %s until the cluster's administrator corrects it"
                                .formatted(
                                        String.join("; ", parsed.problems()),
                                        last.isPresent()
                                                ? "the ports that were valid last stay open"
                                                : "no port is open")));
        return egress.withPorts(last.orElse(List.of()));
    }

    /** The ports of a live policy; empty if it has none. */
    private static Optional<List<PortRange>> of(Map<String, Object> policy) {
        var ports = new ArrayList<PortRange>();
        if (Fields.spec(policy).get("egress") instanceof List<?> rules
                && !rules.isEmpty()
                && rules.getFirst() instanceof Map<?, ?> rule
                && rule.get("ports") instanceof List<?> list) {
            for (var each : list) {
                if (each instanceof Map<?, ?> port
                        && port.get("port") instanceof Number first
                        && port.get("protocol") instanceof String protocol) {
                    int end =
                            port.get("endPort") instanceof Number n
                                    ? n.intValue()
                                    : first.intValue();
                    ports.add(new PortRange(first.intValue(), end, protocol));
                }
            }
        }
        return ports.isEmpty() ? Optional.empty() : Optional.of(ports);
    }
}
