package dev.dragoman.agents.decision.egress;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the two NetworkPolicies of a CDTarget. A destination is open if one of them allows it.
 * Immutable.
 *
 * @param ports ports that the cluster's administrator opens for targets
 * @param resolvers DNS servers, as peers of a NetworkPolicy
 * @param resolverPorts ports of the DNS servers
 * @param pool addresses of Azure DevOps
 * @param open whether the pool's policy allows all egress, as the predecessor's does
 */
public record Egress(
        List<PortRange> ports,
        List<Map<String, Object>> resolvers,
        List<PortRange> resolverPorts,
        List<Block> pool,
        boolean open) {
    private static final List<PortRange> HTTPS =
            List.of(new PortRange(443, 443, "TCP"), new PortRange(443, 443, "UDP"));

    public Egress {
        ports = List.copyOf(ports);
        resolvers = List.copyOf(resolvers);
        resolverPorts = List.copyOf(resolverPorts);
        pool = List.copyOf(pool);
    }

    /** Copy with other ports for targets. */
    public Egress withPorts(List<PortRange> others) {
        return new Egress(others, resolvers, resolverPorts, pool, open);
    }

    /**
     * The policy that allows egress to the targets. Like the predecessor's policy, it denies all
     * ingress.
     */
    public Map<String, Object> targets(CdTarget target, List<Map<String, Object>> peers) {
        List<Map<String, Object>> rules =
                peers.isEmpty() || ports.isEmpty() ? List.of() : List.of(rule(ports, peers));
        return policy(target, target.name(), List.of("Ingress", "Egress"), rules);
    }

    /**
     * The policy that allows egress to Azure DevOps and to the DNS servers.
     *
     * @param nameservers allowed nameservers of {@code dnsConfig}
     */
    public Map<String, Object> pool(CdTarget target, List<Block> nameservers) {
        var rules = new ArrayList<Map<String, Object>>();
        if (open) {
            rules.add(Map.of());
        }
        var resolving =
                Stream.concat(resolvers.stream(), nameservers.stream().map(Egress::peer)).toList();
        if (!resolving.isEmpty()) {
            rules.add(rule(resolverPorts, resolving));
        }
        if (!pool.isEmpty()) {
            rules.add(rule(HTTPS, pool.stream().map(Egress::peer).toList()));
        }
        return policy(target, AgentNames.pool(target.name()), List.of("Egress"), rules);
    }

    /** A block as a peer of a NetworkPolicy. */
    public static Map<String, Object> peer(Block block) {
        return Map.of("ipBlock", Map.of("cidr", block.text()));
    }

    private static Map<String, Object> rule(
            List<PortRange> ports, List<Map<String, Object>> peers) {
        var rule = new LinkedHashMap<String, Object>();
        rule.put("ports", ports.stream().map(PortRange::rule).toList());
        rule.put("to", peers);
        return rule;
    }

    private static Map<String, Object> policy(
            CdTarget target, String name, List<String> types, List<Map<String, Object>> rules) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("podSelector", Map.of("matchLabels", target.selector()));
        spec.put("policyTypes", types);
        spec.put("egress", rules);
        return target.manifest("networking.k8s.io/v1", "NetworkPolicy", name, Map.of("spec", spec));
    }
}
