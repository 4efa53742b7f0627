package dev.dragoman.agents.decision;

import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.kube.Fields;
import java.util.ArrayList;
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
     * @param grace seconds that a busy agent has for its job, where the spec does not say it
     */
    public static Wanted of(TargetSpec asked, Seen seen, Egress egress, long grace) {
        var troubles = new ArrayList<Trouble>();
        if (asked.selector().isEmpty()) {
            // it would select all pods of the namespace
            troubles.add(
                    Trouble.spec(
                            "additionalSelector needs a label: without one the policies would be those of all pods here; nothing was made"));
            return new Wanted(List.of(), List.of(), troubles, 0, 0);
        }
        if (!seen.foreign().isEmpty()) {
            // agents without their policies could reach anything
            troubles.add(
                    Trouble.foreign(
                            "%s: not made for this CDTarget and left alone, so nothing is made or changed. Delete it, or choose another name for the CDTarget"
                                    .formatted(String.join(", ", seen.foreign()))));
            return new Wanted(List.of(), List.of(), troubles, 0, 0);
        }
        var target = selecting(asked, seen, troubles);
        var objects = new ArrayList<Map<String, Object>>();
        var targets = Targets.of(target.spec(), seen.guard());
        objects.add(Ports.of(target, seen, egress, troubles).targets(target, targets.peers()));
        objects.add(egress.pool(target, nameservers(target, seen, troubles)));
        if (!targets.problems().isEmpty()) {
            troubles.add(
                    Trouble.targets(
                            "left out, and the others are open: %s".formatted(targets.summary())));
        }
        var obsolete = new ArrayList<Map<String, Object>>();
        if (Usable.check(target, seen, troubles)) {
            objects.addAll(Agents.of(target, seen, grace, troubles, obsolete));
        }
        troubles.sort((a, b) -> b.severity().compareTo(a.severity()));
        return new Wanted(
                objects, obsolete, troubles, targets.peers().size(), targets.problems().size());
    }

    /** Labels of what runs do not change: pods with the old ones would have no policy any more. */
    private static TargetSpec selecting(TargetSpec asked, Seen seen, List<Trouble> troubles) {
        var now =
                seen.live("Deployment", asked.name())
                        .map(each -> Fields.map(each, "spec", "selector", "matchLabels"))
                        .filter(each -> !each.isEmpty())
                        .filter(each -> !each.equals(asked.selector()));
        if (now.isEmpty()) {
            return asked;
        }
        troubles.add(
                Trouble.spec(
                        "additionalSelector cannot change while its agents are there, which the policies would not select any more; %s stays in force. Delete this CDTarget and make it anew, or set the labels back"
                                .formatted(now.get())));
        return asked.withSelector(now.get());
    }

    private static List<Block> nameservers(TargetSpec target, Seen seen, List<Trouble> troubles) {
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

    /** The same with other objects. */
    Wanted with(List<Map<String, Object>> others) {
        return new Wanted(others, obsolete, troubles, open, refused);
    }

    /** The first trouble that keeps it from being Ready. */
    public Optional<Trouble> worst() {
        return troubles.stream().filter(each -> each.severity() != Severity.INFO).findFirst();
    }
}
