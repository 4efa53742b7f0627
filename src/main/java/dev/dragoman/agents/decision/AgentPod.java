package dev.dragoman.agents.decision;

import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A pod of agents, whose name is that of its agent. Immutable.
 *
 * @param object its metadata as read
 */
public record AgentPod(Map<String, Object> object) {
    /** Label of pods with a job that has begun: KEDA counts them. */
    public static final String BUSY = "dragoman.dev/busy";

    /** ReplicaSets end pods with a small one first; the others count 0. */
    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

    private static final String DEAR = "1000";

    /** Whether a ReplicaSet of the target's Deployment made it. */
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
     * What is to be written on it so that it shows its job.
     *
     * @param jobs of its pool that are not over
     * @param target name of the CDTarget, by which KEDA counts
     * @return empty when it does already, or ends anyway
     */
    Optional<MetadataChange> change(List<Job> jobs, String target) {
        var name = Fields.metadata(object, "name");
        boolean given = jobs.stream().anyMatch(each -> each.agent().equals(name));
        boolean begun = jobs.stream().anyMatch(each -> each.agent().equals(name) && each.begun());
        // one that ends is not replaced by an agent that scaling in spares: it is counted no more
        boolean counted = begun && !Fields.deleting(object);
        boolean isCounted = Fields.label(object, BUSY).equals(target);
        boolean isDear = DEAR.equals(Fields.annotation(object, COST));
        if (counted == isCounted && given == isDear) {
            return Optional.empty();
        }
        return Optional.of(
                new MetadataChange(
                        Set.of(),
                        Set.of(),
                        given == isDear
                                ? Map.of()
                                : Map.of(COST, given ? Optional.of(DEAR) : Optional.empty()),
                        counted == isCounted
                                ? Map.of()
                                : Map.of(BUSY, counted ? Optional.of(target) : Optional.empty()),
                        List.of()));
    }
}
