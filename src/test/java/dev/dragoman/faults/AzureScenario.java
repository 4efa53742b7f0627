package dev.dragoman.faults;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;

/**
 * Azure's resources in a namespace of the run's own, an object of each kind, each with the run's
 * name. The first of {@link #kinds} is the owner of the others.
 */
abstract class AzureScenario implements Scenario {
    static final Kind GROUP = new Kind("resources.azure.com/v1api20200601", "ResourceGroup");

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public final List<String> namespaces(String run) {
        return List.of(run);
    }

    /** Waits, or it would depend on the machine how far the owner is when the others begin. */
    static void group(Stage stage, String team) {
        stage.apply(
                stage.run,
                """
                apiVersion: %s
                kind: ResourceGroup
                metadata: {name: %s}
                spec:
                  location: westeurope
                  tags: {team: %s}
                """
                        .formatted(GROUP.apiVersion(), stage.run, team));
        ready(stage, GROUP);
    }

    /** Waits until an object is Ready as it is written now. */
    static void ready(Stage stage, Kind kind) {
        stage.until(kind.kind() + " is Ready", () -> isReady(get(stage, kind)));
    }

    private static boolean isReady(GenericKubernetesResource object) {
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Ready".equals(each.get("type"))
                                                && "True".equals(each.get("status"))
                                                && each.get("observedGeneration")
                                                        instanceof Number seen
                                                && seen.longValue()
                                                        == object.getMetadata().getGeneration());
    }

    /** Null when there is none. */
    static GenericKubernetesResource get(Stage stage, Kind kind) {
        return stage.client()
                .genericKubernetesResources(kind.apiVersion(), kind.kind())
                .inNamespace(stage.run)
                .withName(stage.run)
                .get();
    }

    static void delete(Stage stage, Kind kind) {
        var _ =
                stage.client()
                        .genericKubernetesResources(kind.apiVersion(), kind.kind())
                        .inNamespace(stage.run)
                        .withName(stage.run)
                        .delete();
    }

    /**
     * One after the other, the last first, or it would depend on the machine what takes along what.
     */
    final void deleteAll(Stage stage) {
        for (var kind : kinds().reversed()) {
            delete(stage, kind);
            stage.until(kind + " is gone", () -> get(stage, kind) == null);
        }
    }

    @Override
    public void withdraw(Stage stage) {
        kinds().forEach(kind -> delete(stage, kind));
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return kinds().stream().allMatch(kind -> get(stage, kind) == null);
    }
}
