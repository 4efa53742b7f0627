package dev.dragoman.agents.decision;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be made for a CDTarget, and what keeps more from being made. Immutable.
 *
 * @param objects in the order in which they are to be applied: what closes comes before what runs
 * @param obsolete what is there and not wanted any more
 * @param troubles in the order of their weight
 * @param open how many destinations are open
 * @param refused how many of the spec are not
 */
public record Wanted(
        List<Map<String, Object>> objects,
        List<Map<String, Object>> obsolete,
        List<Trouble> troubles,
        int open,
        int refused) {
    public Wanted {
        objects = List.copyOf(objects);
        obsolete = List.copyOf(obsolete);
        troubles = List.copyOf(troubles);
    }

    /**
     * What follows from the spec and from what was seen.
     *
     * @param egress what the cluster's administrator says of destinations
     * @param identities as whom KEDA may ask Azure DevOps
     * @param times how long agents are waited for
     */
    public static Wanted of(
            CdTarget asked, Observation seen, Egress egress, Identities identities, Times times) {
        return Withdrawal.with(
                all(asked, seen, egress, identities, times), asked, seen, identities);
    }

    private static Wanted all(
            CdTarget asked, Observation seen, Egress egress, Identities identities, Times times) {
        var troubles = new ArrayList<Trouble>();
        var target = selecting(asked, seen, troubles);
        if (target.selector().isEmpty()) {
            // it would select all pods of the namespace
            troubles.add(
                    Trouble.spec(
                            "additionalSelector needs a label: without one the policies would be those of all pods here; nothing was made"));
            return new Wanted(List.of(), List.of(), troubles, 0, 0);
        }
        var reserved = target.reservedLabels();
        if (!reserved.isEmpty()) {
            // the operator writes these on pods, which would lose their policies
            troubles.add(
                    Trouble.spec(
                            "additionalSelector: %s: the operator and Kubernetes write these labels; choose others. Nothing was made"
                                    .formatted(String.join(", ", reserved))));
            return new Wanted(List.of(), List.of(), troubles, 0, 0);
        }
        var foreign = foreign(target, seen);
        if (!foreign.isEmpty()) {
            troubles.add(
                    Trouble.foreign(
                            "%s: not made for this CDTarget and left alone, so no agents are started or changed. Delete it, or choose another name for the CDTarget"
                                    .formatted(String.join(", ", foreign))));
        }
        if (foreign.stream().anyMatch(each -> each.startsWith("NetworkPolicy"))) {
            // agents without their policies could reach anything
            return new Wanted(List.of(), List.of(), troubles, 0, 0);
        }
        var objects = new ArrayList<Map<String, Object>>();
        var targets = Targets.of(target.spec(), seen.guard(), seen.hosts());
        var opened = Ports.of(target, seen, egress, troubles);
        var policy = opened.targets(target, targets.peers());
        hosts(policy, seen, troubles);
        objects.add(policy);
        objects.add(egress.pool(target, nameservers(target, seen, troubles)));
        if (!targets.problems().isEmpty()) {
            troubles.add(
                    Trouble.targets(
                            "left out, and the others are open: %s".formatted(targets.summary())));
        }
        var obsolete = new ArrayList<Map<String, Object>>();
        if (egress.open()) {
            troubles.add(Trouble.legacy());
        }
        if (Usable.check(target, seen, identities, troubles) && foreign.isEmpty()) {
            objects.addAll(AgentObjects.of(target, seen, times, troubles, obsolete));
        }
        troubles.sort(Trouble.WORST_FIRST);
        return new Wanted(
                objects,
                obsolete,
                troubles,
                opened.ports().isEmpty() ? 0 : targets.peers().size(),
                targets.problems().size());
    }

    /** What runs the agents in the other way is nobody's business. */
    private static List<String> foreign(CdTarget target, Observation seen) {
        boolean job = target.mode() == CdTarget.Mode.SCALED_JOB;
        return seen.foreign().stream()
                .filter(each -> job || !each.startsWith("ScaledJob "))
                .filter(each -> !job || !each.startsWith("ScaledObject "))
                .filter(each -> !job || !each.startsWith("Deployment "))
                .toList();
    }

    /**
     * Labels of what was made do not change: pods with the old ones would have no policy any more.
     */
    private static CdTarget selecting(CdTarget asked, Observation seen, List<Trouble> troubles) {
        var now =
                seen.live("Deployment", asked.name())
                        .map(each -> Fields.map(each, "spec", "selector", "matchLabels"))
                        .or(
                                () ->
                                        seen.live("NetworkPolicy", asked.name())
                                                .map(
                                                        each ->
                                                                Fields.map(
                                                                        each,
                                                                        "spec",
                                                                        "podSelector",
                                                                        "matchLabels")))
                        .filter(each -> !each.isEmpty())
                        .filter(each -> !each.equals(asked.selector()));
        if (now.isEmpty()) {
            return asked;
        }
        troubles.add(
                Trouble.spec(
                        "additionalSelector cannot change once its policies are there, which would not select the agents that run any more; %s stays in force. Delete this CDTarget and make it anew, or set the labels back"
                                .formatted(now.get())));
        return asked.withSelector(now.get());
    }

    /** The policy itself remembers where hosts were. */
    private static void hosts(
            Map<String, Object> policy, Observation seen, List<Trouble> troubles) {
        var resolution = seen.hosts().orElse(Resolution.UNASKED);
        if (!resolution.hosts().names().isEmpty()) {
            TargetObject.annotate(policy, Hosts.ANNOTATION, resolution.hosts().text());
        }
        if (!resolution.unanswered().isEmpty()) {
            troubles.add(
                    Trouble.unanswered(
                            "hosts: the DNS does not answer for %s; the addresses that it told last stay open"
                                    .formatted(String.join(", ", resolution.unanswered()))));
        }
    }

    private static List<Block> nameservers(
            CdTarget target, Observation seen, List<Trouble> troubles) {
        var good = new ArrayList<Block>();
        var refused = new ArrayList<String>();
        var listed =
                target.map("dnsConfig").get("nameservers") instanceof List<?> list
                        ? list
                        : List.of();
        for (var each : listed) {
            try {
                var block = Block.parse(String.valueOf(each));
                if (seen.nameservers().stream().anyMatch(allowed -> allowed.contains(block))) {
                    good.add(block);
                } else {
                    refused.add(block.text());
                }
            } catch (IllegalArgumentException wrong) {
                refused.add("%s (%s)".formatted(each, wrong.getMessage()));
            }
        }
        if (!refused.isEmpty()) {
            troubles.add(
                    Trouble.targets(
                            "dnsConfig.nameservers: %s: not among those that DRAGOMAN_CDTARGETS_NAMESERVERS allows, so agents cannot ask them"
                                    .formatted(String.join(", ", refused))));
        }
        return good;
    }

    /** Nothing is wanted any more. */
    public static Wanted nothing() {
        return new Wanted(List.of(), List.of(), List.of(), 0, 0);
    }

    /**
     * The same with these objects, which others have made of those that there are. Pods that wait
     * for a change keep their template, whatever was set in it.
     */
    public Wanted with(List<Map<String, Object>> others) {
        var all = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < others.size(); i++) {
            all.add(waiting(objects.get(i)) ? withoutTemplate(others.get(i)) : others.get(i));
        }
        return new Wanted(all, obsolete, troubles, open, refused);
    }

    private static boolean waiting(Map<String, Object> object) {
        return "Deployment".equals(object.get("kind"))
                && !Fields.spec(object).containsKey("template");
    }

    private static Map<String, Object> withoutTemplate(Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        spec.remove("template");
        var copy = new LinkedHashMap<>(object);
        copy.put("spec", spec);
        if (spec.isEmpty()) {
            copy.remove("spec");
        }
        return copy;
    }

    /** The first trouble that keeps it from being Ready. */
    public Optional<Trouble> worst() {
        return troubles.stream().filter(each -> !each.harmless()).findFirst();
    }
}
