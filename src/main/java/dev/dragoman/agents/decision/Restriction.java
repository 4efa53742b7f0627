package dev.dragoman.agents.decision;

import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells whether an object restricts the egress of agents. Trusts policies of network plugins, and
 * checks only their fields {@code egress} and {@code endpointSelector}. Pure.
 */
public final class Restriction {
    /** API group of the policies of Kubernetes other than NetworkPolicies. */
    private static final String FURTHER_POLICIES = "policy.networking.k8s.io";

    private Restriction() {}

    /**
     * Checks the objects of one file that declares that its objects restrict the agents.
     *
     * @param target the CDTarget, with the labels that are in force
     * @throws UnfitWanted when none of the objects restricts the agents
     */
    public static void check(CdTarget target, List<Map<String, Object>> added) {
        if (added.isEmpty() || added.stream().anyMatch(each -> lacks(target, each).isEmpty())) {
            return;
        }
        var first = added.getFirst();
        throw new UnfitWanted(
                "declares that it restricts the agents, but %s %s; nothing was applied"
                        .formatted(name(first), lacks(target, first).orElseThrow()),
                Point.OBJECTS);
    }

    /** Kind and name of an object, as text for messages. */
    static String name(Map<String, Object> object) {
        return "%s %s".formatted(object.get("kind"), Fields.metadata(object, "name"));
    }

    /**
     * Why an object does not restrict the agents, as the end of a sentence that begins with its
     * name; empty when it does.
     */
    static Optional<String> lacks(CdTarget target, Map<String, Object> object) {
        var key = Fields.key(object);
        if (key.group().equals("networking.k8s.io") && key.kind().equals("NetworkPolicy")) {
            return selects(target, Fields.map(object, "spec", "podSelector"), "podSelector")
                    .or(() -> opened(object));
        }
        if (isOther(key.group())) {
            return Optional.of("is of a kind that restricts no egress");
        }
        var spec = Fields.spec(object);
        if (!spec.containsKey("endpointSelector")) {
            return Optional.empty();
        }
        return spec.get("egress") instanceof List<?>
                ? selects(target, Fields.map(spec, "endpointSelector"), "endpointSelector")
                : Optional.of("has no spec.egress, and so leaves egress open");
    }

    /** Whether the group has no kind, other than NetworkPolicy, that restricts what pods reach. */
    private static boolean isOther(String group) {
        return !group.contains(".")
                || (group.endsWith(".k8s.io") && !group.equals(FURTHER_POLICIES))
                || group.equals("keda.sh");
    }

    private static Optional<String> selects(
            CdTarget target, Map<String, Object> selector, String field) {
        var own = target.selector();
        var labels = Fields.map(selector, "matchLabels").entrySet().stream();
        boolean all =
                selector.keySet().stream().allMatch("matchLabels"::equals)
                        && labels.allMatch(
                                each -> each.getValue().equals(own.get(label(each.getKey()))));
        return all
                ? Optional.empty()
                : Optional.of(
                        "may not select the agents: spec.%s may have labels of additionalSelector only"
                                .formatted(field));
    }

    /** The label key without the source that Cilium allows as a prefix, such as {@code k8s:}. */
    private static String label(String key) {
        return key.replaceFirst("^(k8s|any)[:.]", "");
    }

    /**
     * Why a NetworkPolicy does not restrict egress, as the end of a sentence; empty when it does. A
     * policy without a list of egress rules denies all.
     */
    static Optional<String> opened(Map<String, Object> policy) {
        var spec = Fields.spec(policy);
        if (!(spec.get("policyTypes") instanceof List<?> types) || !types.contains("Egress")) {
            return Optional.of("needs 'Egress' in spec.policyTypes");
        }
        var egress = Optional.ofNullable(spec.get("egress")).orElseGet(List::of);
        if (!(egress instanceof List<?> rules)) {
            return Optional.of("needs a list of rules in spec.egress");
        }
        return rules.stream().anyMatch(Restriction::isOpen)
                ? Optional.of("has a rule in spec.egress that opens every address")
                : Optional.empty();
    }

    private static boolean isOpen(Object rule) {
        if (!(rule instanceof Map<?, ?> map)) {
            return true;
        }
        if (!(map.get("to") instanceof List<?> to) || to.isEmpty()) {
            return true;
        }
        boolean everyPort = !(map.get("ports") instanceof List<?> ports) || ports.isEmpty();
        return everyPort && to.stream().anyMatch(Restriction::isEverywhere);
    }

    private static boolean isEverywhere(Object peer) {
        return peer instanceof Map<?, ?> map
                && map.get("ipBlock") instanceof Map<?, ?> block
                && String.valueOf(block.get("cidr")).endsWith("/0")
                && !block.containsKey("except");
    }
}
