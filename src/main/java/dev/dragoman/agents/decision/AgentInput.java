package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Egress;
import dev.dragoman.agents.decision.egress.Ports;
import dev.dragoman.agents.decision.egress.Targets;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.agents.decision.workload.Times;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Input of all makers of a CDTarget. Immutable.
 *
 * @param target the CDTarget, with the labels that are in force
 * @param seen the objects and settings that were read
 * @param egress settings of the cluster's administrator about destinations
 * @param identities identities with which KEDA may ask Azure DevOps
 * @param times how long a busy agent may take to end its job, and an idle one may wait for a job
 * @param targets destinations that the spec lists; none if {@code closed}
 * @param troubles problems of the target as a whole
 * @param closed whether no object may be made, because of {@code troubles}
 * @param lacks problems that concern only the agents, not the policies
 * @param runs whether agents may be started and changed, in spite of {@code lacks}
 */
public record AgentInput(
        CdTarget target,
        AgentObservation seen,
        Egress egress,
        Identities identities,
        Times times,
        Targets targets,
        List<Trouble> troubles,
        boolean closed,
        List<Trouble> lacks,
        boolean runs) {
    public AgentInput {
        troubles = List.copyOf(troubles);
        lacks = List.copyOf(lacks);
    }

    /** Derives the input of the makers from the spec and from the objects that were read. */
    public static AgentInput of(
            CdTarget asked,
            AgentObservation seen,
            Egress egress,
            Identities identities,
            Times times) {
        var troubles = new ArrayList<Trouble>();
        var target = selecting(asked, seen, troubles);
        var foreign = foreign(target, seen);
        boolean closed = selectsNothing(target, troubles);
        if (!closed && !foreign.isEmpty()) {
            troubles.add(AgentTrouble.foreign(foreign));
            // agents without their policies could reach every address
            closed = foreign.stream().anyMatch(AgentTrouble::isPolicy);
        }
        var lacks = new ArrayList<Trouble>();
        boolean usable = !closed && Usable.check(target, seen, identities, lacks);
        return new AgentInput(
                target,
                seen,
                egress,
                identities,
                times,
                closed
                        ? new Targets(List.of(), List.of())
                        : Targets.of(target.spec(), seen.guard(), seen.hosts()),
                troubles,
                closed,
                lacks,
                usable && foreign.isEmpty());
    }

    private static boolean selectsNothing(CdTarget target, List<Trouble> troubles) {
        if (target.selector().isEmpty()) {
            // an empty selector would select all pods of the namespace
            troubles.add(
                    AgentTrouble.spec(
                            "additionalSelector needs a label: without one the policies would select all pods of the namespace; nothing was made"));
            return true;
        }
        var reserved = target.reservedLabels();
        if (!reserved.isEmpty()) {
            // when such a label of a pod changes, no policy selects the pod any more
            troubles.add(
                    AgentTrouble.spec(
                            "additionalSelector: the operator or Kubernetes writes the labels %s; choose other labels. Nothing was made"
                                    .formatted(String.join(", ", reserved))));
        }
        return !reserved.isEmpty();
    }

    /**
     * Objects that the target does not own, but that have names of objects of the target's mode.
     * Names that only the other mode uses do not matter.
     */
    private static List<String> foreign(CdTarget target, AgentObservation seen) {
        boolean job = target.mode() == CdTarget.Mode.SCALED_JOB;
        return seen.foreign().stream()
                .filter(each -> job || !each.startsWith("ScaledJob "))
                .filter(each -> !job || !each.startsWith("ScaledObject "))
                .filter(each -> !job || !each.startsWith("Deployment "))
                .toList();
    }

    /**
     * The target with the labels in force: those that the agents have. They never change, because
     * the policies would then no longer select running pods. Somebody may have edited the policy,
     * so the labels of a ScaledJob's template count before those of the policy.
     */
    private static CdTarget selecting(
            CdTarget asked, AgentObservation seen, List<Trouble> troubles) {
        var ofPolicy =
                seen.live("NetworkPolicy", asked.name())
                        .map(each -> Fields.map(each, "spec", "podSelector", "matchLabels"))
                        .filter(each -> !isEdited(each, asked, seen));
        var live =
                seen.live("Deployment", asked.name())
                        .map(each -> Fields.map(each, "spec", "selector", "matchLabels"))
                        .or(() -> ofPolicy)
                        .filter(each -> !each.isEmpty())
                        .filter(each -> !each.equals(asked.selector()));
        if (live.isEmpty()) {
            return asked;
        }
        troubles.add(
                AgentTrouble.spec(
                        "additionalSelector cannot change while the CDTarget has policies, because the new labels do not select the running agents. The operator keeps the labels %s. Restore them, or delete the CDTarget and create it again"
                                .formatted(live.get())));
        return asked.withSelector(live.get());
    }

    /**
     * Whether somebody has edited the policy's labels. This is so if the agents of the live
     * ScaledJob have all labels of the spec, and the policy does not have further labels of the
     * agents.
     */
    private static boolean isEdited(
            Map<String, Object> policy, CdTarget asked, AgentObservation seen) {
        var agents = template(asked, seen).entrySet();
        var wanted = asked.selector().entrySet();
        return !wanted.isEmpty()
                && agents.containsAll(wanted)
                && !(agents.containsAll(policy.entrySet()) && policy.size() > wanted.size());
    }

    /** Labels of the agents that the live ScaledJob makes; empty without a ScaledJob. */
    private static Map<String, Object> template(CdTarget asked, AgentObservation seen) {
        return seen.live("ScaledJob", asked.name())
                .map(
                        each ->
                                Fields.map(
                                        each,
                                        "spec",
                                        "jobTargetRef",
                                        "template",
                                        "metadata",
                                        "labels"))
                .orElse(Map.of());
    }

    /** Nameservers of the spec that are allowed; adds a problem for the others. */
    List<Block> nameservers(List<Trouble> refused) {
        var good = new ArrayList<Block>();
        var bad = new ArrayList<String>();
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
                    bad.add(block.text());
                }
            } catch (IllegalArgumentException wrong) {
                bad.add("%s (%s)".formatted(each, wrong.getMessage()));
            }
        }
        if (!bad.isEmpty()) {
            refused.add(
                    AgentTrouble.targets(
                            "dnsConfig.nameservers: agents cannot ask %s; the cluster's administrator adds allowed servers to DRAGOMAN_CDTARGETS_NAMESERVERS"
                                    .formatted(String.join(", ", bad))));
        }
        return good;
    }

    /**
     * Name of the TriggerAuthentication: the usual name, unless an object that the target does not
     * own has it.
     */
    String authentication() {
        return seen.foreignAuthentication()
                ? AgentNames.ownAuthentication(target.name())
                : AgentNames.authentication(target.name(), target.pool());
    }

    /** Whether each job of the pool runs in a Kubernetes Job. */
    boolean job() {
        return target.mode() == CdTarget.Mode.SCALED_JOB;
    }

    /** How many destinations are open. */
    int open() {
        return Ports.of(target, seen, egress, new ArrayList<>()).ports().isEmpty()
                ? 0
                : targets.peers().size();
    }

    /** How many destinations of the spec are refused. */
    int refused() {
        return targets.problems().size();
    }
}
