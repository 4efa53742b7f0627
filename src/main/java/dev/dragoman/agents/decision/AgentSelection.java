package dev.dragoman.agents.decision;

import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Checks that agents are still restricted after teams' steps have changed the objects. A
 * NetworkPolicy selects pods by labels and denies all egress that it does not list; a pod that no
 * policy selects may reach every address. Pure.
 */
public final class AgentSelection {
    private static final String LABELS = "labels";

    /** Kinds that run agents, each with the path of its pod template. */
    private static final Map<String, List<String>> TEMPLATES =
            Map.of(
                    AgentObjects.DEPLOYMENT, List.of("spec", "template"),
                    AgentObjects.SCALED_JOB, List.of("spec", "jobTargetRef", "template"));

    private AgentSelection() {}

    /**
     * Checks the objects of a target.
     *
     * @param target the CDTarget, with the labels that are in force
     * @param open whether the operator's own policies allow all egress
     * @param wanted all objects that are to be made
     * @throws UnfitWanted when pods lack a label of the target, a policy's selector is not exactly
     *     these labels, a policy does not restrict egress, or agents have no policy at all
     */
    public static void check(CdTarget target, boolean open, List<Map<String, Object>> wanted) {
        for (var object : wanted) {
            moved(target, object)
                    .ifPresent(
                            field -> {
                                throw new UnfitWanted(
                                        "changed %s of %s %s, by which policies select the agents; nothing was applied"
                                                .formatted(
                                                        field,
                                                        object.get("kind"),
                                                        Fields.metadata(object, "name")));
                            });
            if (!open && isPolicy(target, Fields.key(object))) {
                Restriction.opened(object)
                        .ifPresent(
                                why -> {
                                    throw new UnfitWanted(
                                            "opened all egress of agents: %s %s; nothing was applied"
                                                    .formatted(Restriction.name(object), why));
                                });
            }
        }
        if (wanted.stream().anyMatch(each -> runs(target, Fields.key(each)))
                && wanted.stream().noneMatch(each -> isPolicy(target, Fields.key(each)))
                && wanted.stream().noneMatch(each -> Restriction.lacks(target, each).isEmpty())) {
            throw new UnfitWanted("left no object that restricts the agents; nothing was applied");
        }
    }

    private static boolean runs(CdTarget target, ObjectKey key) {
        return TEMPLATES.containsKey(key.kind()) && key.name().equals(target.name());
    }

    /**
     * The first field that differs from the target's labels. Empty when none differs, or when the
     * object is no policy and runs no agents.
     */
    private static Optional<String> moved(CdTarget target, Map<String, Object> object) {
        var key = Fields.key(object);
        if (isPolicy(target, key)) {
            return policy(target.selector(), Fields.map(object, "spec", "podSelector"));
        }
        if (!runs(target, key)) {
            return Optional.empty();
        }
        var template = TEMPLATES.get(key.kind());
        var pods = Fields.map(object, template.toArray(String[]::new));
        // an object without a template does not change the pods
        return pods.isEmpty()
                ? Optional.empty()
                : differing(
                        String.join(".", template) + ".metadata." + LABELS,
                        target.selector(),
                        Fields.map(pods, "metadata", LABELS));
    }

    private static boolean isPolicy(CdTarget target, ObjectKey key) {
        return key.group().equals("networking.k8s.io")
                && key.kind().equals("NetworkPolicy")
                && List.of(target.name(), AgentNames.pool(target.name())).contains(key.name());
    }

    private static Optional<String> policy(
            Map<String, Object> selector, Map<String, Object> selects) {
        var labels = Fields.map(selects, "matchLabels");
        var others = new TreeSet<>(selects.keySet());
        others.remove("matchLabels");
        return differing("spec.podSelector.matchLabels", selector, labels)
                .or(() -> differing("spec.podSelector.matchLabels", labels, selector))
                .or(() -> others.stream().findFirst().map(each -> "spec.podSelector." + each));
    }

    private static Optional<String> differing(
            String path, Map<String, Object> wanted, Map<String, Object> has) {
        return wanted.entrySet().stream()
                .filter(each -> !Objects.equals(each.getValue(), has.get(each.getKey())))
                .map(each -> path + "." + each.getKey())
                .sorted()
                .findFirst();
    }
}
