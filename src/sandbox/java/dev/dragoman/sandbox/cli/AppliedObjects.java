package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Objects that the demo has applied. Prints one line when an object becomes Ready. */
final class AppliedObjects {
    private final ControlPlane plane;
    private final String namespace;
    private final Consumer<String> say;
    private final int count;
    private final List<GenericKubernetesResource> waiting;
    private final long began = System.nanoTime();

    private AppliedObjects(
            ControlPlane plane,
            String namespace,
            List<GenericKubernetesResource> objects,
            Consumer<String> say) {
        this.plane = plane;
        this.namespace = namespace;
        this.say = say;
        this.count = objects.size();
        this.waiting = new ArrayList<>(objects);
    }

    /**
     * Applies the objects of a YAML text.
     *
     * @param yaml documents between lines {@code ---}
     * @param file name of the file, for messages of kubectl
     */
    static AppliedObjects apply(
            ControlPlane plane,
            Install install,
            String namespace,
            String yaml,
            String file,
            Consumer<String> say) {
        var objects =
                Pattern.compile("\n---\n")
                        .splitAsStream(yaml)
                        .map(one -> Serialization.unmarshal(one, GenericKubernetesResource.class))
                        .toList();
        var applied = new AppliedObjects(plane, namespace, objects, say);
        var _ = install.apply(yaml, file, "-n", namespace, "--server-side");
        return applied;
    }

    int count() {
        return count;
    }

    /** When the objects were applied, in {@link System#nanoTime}. */
    long began() {
        return began;
    }

    /** Whether all objects are Ready. Prints a line for each that has become Ready. */
    boolean allReady() {
        waiting.removeIf(this::announced);
        return waiting.isEmpty();
    }

    /** The objects that are not Ready, with their conditions. */
    String why() {
        return waiting.stream().map(this::why).collect(Collectors.joining("; "));
    }

    private boolean announced(GenericKubernetesResource object) {
        if (!ready(current(object))) {
            return false;
        }
        say.accept(Demo.step(object.getKind(), object.getMetadata().getName(), "Ready", began));
        return true;
    }

    private GenericKubernetesResource current(GenericKubernetesResource object) {
        return plane.client()
                .genericKubernetesResources(object.getApiVersion(), object.getKind())
                .inNamespace(namespace)
                .withName(object.getMetadata().getName())
                .get();
    }

    private static boolean ready(GenericKubernetesResource object) {
        var condition = Demo.condition(object);
        return "True".equals(condition.get("status"))
                && condition.get("observedGeneration") instanceof Number seen
                && seen.longValue() == object.getMetadata().getGeneration();
    }

    private String why(GenericKubernetesResource object) {
        Map<String, Object> condition = Demo.condition(current(object));
        var says =
                condition.isEmpty()
                        ? "no Ready condition yet"
                        : "Ready=%s %s: %s"
                                .formatted(
                                        condition.get("status"),
                                        condition.getOrDefault("reason", ""),
                                        condition.getOrDefault("message", ""));
        return "%s %s (%s)"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getName(),
                        says.replaceAll("\\s+", " ").strip());
    }
}
