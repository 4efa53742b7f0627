package dev.dragoman.agents.decision.workload;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The pod of an agent. Pod and agent have the same name. Immutable.
 *
 * @param object the pod's metadata as read
 * @param others keys of annotations in the template of the pod; the operator does not change these
 *     annotations
 */
public record AgentPod(Map<String, Object> object, Set<String> others) {
    /** Label of pods whose agent has begun a job. KEDA counts the pods with this label. */
    public static final String BUSY = "dragoman.dev/busy";

    /**
     * Annotation with the cost of deleting a pod. A ReplicaSet deletes pods with a lower cost
     * first; a pod without the annotation costs 0.
     */
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

    private static final String DEAR = "1000";

    /**
     * Annotations of busy pods. Node autoscalers do not remove the node of a pod with one of these.
     */
    static final Map<String, String> KEEPS_NODE =
            Map.of(
                    "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
                    "karpenter.sh/do-not-disrupt", "true");

    public AgentPod {
        others = Set.copyOf(others);
    }

    /** Whether a ReplicaSet of the target's Deployment made the pod. */
    public boolean of(String target) {
        return Fields.map(object, "metadata").get("ownerReferences") instanceof List<?> owners
                && owners.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> (Map<?, ?>) each)
                        .filter(each -> "ReplicaSet".equals(each.get("kind")))
                        .anyMatch(
                                each ->
                                        String.valueOf(each.get("name"))
                                                .matches(
                                                        Pattern.quote(target) + "-[a-z0-9]{1,10}"));
    }

    /**
     * The change that makes the marks of the pod fit its job.
     *
     * @param jobs jobs of its pool that are not over
     * @param target name of the CDTarget, which is the value of the label that KEDA counts
     * @return empty when the marks fit already
     */
    public Optional<MetadataChange> change(List<Job> jobs, String target) {
        var name = Fields.metadata(object, "name");
        boolean given = jobs.stream().anyMatch(each -> each.agent().equals(name));
        boolean begun = jobs.stream().anyMatch(each -> each.agent().equals(name) && each.begun());
        // a pod that is being deleted takes no further job, so it no longer counts as an agent
        boolean counted = begun && !Fields.deleting(object);
        boolean isCounted = Fields.label(object, BUSY).equals(target);
        var annotations = annotations(given);
        if (counted == isCounted && annotations.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new MetadataChange(
                        Set.of(),
                        Set.of(),
                        annotations,
                        counted == isCounted
                                ? Map.of()
                                : Map.of(BUSY, counted ? Optional.of(target) : Optional.empty()),
                        List.of(),
                        Set.of()));
    }

    /** Annotations to set or, if the value is empty, to remove. */
    private Map<String, Optional<String>> annotations(boolean given) {
        boolean isDear = DEAR.equals(Fields.annotation(object, COST));
        var changes = new TreeMap<String, Optional<String>>();
        if (given != isDear) {
            changes.put(COST, given ? Optional.of(DEAR) : Optional.empty());
        }
        KEEPS_NODE.forEach(
                (key, value) -> {
                    boolean is = value.equals(Fields.annotation(object, key));
                    // on a pod without our deletion cost, somebody else has set this annotation
                    if (!others.contains(key) && given != is && (given || isDear)) {
                        changes.put(key, given ? Optional.of(value) : Optional.empty());
                    }
                });
        return changes;
    }
}
