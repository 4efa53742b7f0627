package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A group that a team's steps hold, tag, mark and tell of: made when it is approved, refused a
 * change, deleted when that is approved.
 */
final class PointsScenario implements Scenario {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String GROUP = "ResourceGroup";
    private static final Path OVERLAYS = Path.of("src/test/resources/points/overlays");

    @Override
    public String name() {
        return "points";
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_OVERLAYS", OVERLAYS.toString());
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(GROUPS, GROUP));
    }

    @Override
    public void play(Stage stage) {
        stage.apply(stage.run, group(stage.run, "orders", ""));
        stage.until("it is held", () -> reason(stage).equals("NotApproved"));
        assertThat(get(stage).getMetadata().getFinalizers()).as("finalizers").isEmpty();
        assertThat(azure(stage)).as("in Azure, not approved").isEmpty();
        stage.checkpoint("held");

        stage.apply(stage.run, group(stage.run, "orders", "example.com/make: approved"));
        stage.until("it is Ready", () -> reason(stage).equals("Succeeded"));
        assertThat(azure(stage)).as("marks").anyMatch(id -> id.endsWith("/locks/mark"));
        stage.until("Ready was told of", () -> told(stage, "Ready is True"));
        stage.checkpoint("made");

        var frozen = "example.com/make: approved, example.com/change: never";
        stage.apply(stage.run, group(stage.run, "billing", frozen));
        stage.until("the change is refused", () -> reason(stage).equals("Frozen"));
        stage.checkpoint("refused");
        stage.apply(stage.run, group(stage.run, "billing", "example.com/make: approved"));
        stage.until("it is changed", () -> reason(stage).equals("Succeeded"));
        stage.checkpoint("changed");

        delete(stage);
        stage.until("the deletion is held", () -> reason(stage).equals("AwaitingApproval"));
        assertThat(azure(stage)).as("in Azure, deletion not approved").isNotEmpty();
        approve(stage);
        stage.until("it is gone", () -> get(stage) == null);
        assertThat(azure(stage)).as("left in Azure").isEmpty();
        stage.checkpoint("deleted");
    }

    private static List<String> azure(Stage stage) {
        return stage.azure().resources().stream().filter(id -> id.contains(stage.run)).toList();
    }

    private static boolean told(Stage stage, String text) {
        return stage
                .client()
                .events()
                .v1()
                .events()
                .inNamespace(stage.run)
                .list()
                .getItems()
                .stream()
                .anyMatch(
                        each -> "Told".equals(each.getReason()) && each.getNote().startsWith(text));
    }

    private static String reason(Stage stage) {
        var object = get(stage);
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions == null
                ? ""
                : conditions.stream()
                        .filter(each -> "Ready".equals(each.get("type")))
                        .filter(each -> current(object, each))
                        .map(each -> String.valueOf(each.get("reason")))
                        .findFirst()
                        .orElse("");
    }

    private static boolean current(GenericKubernetesResource object, Map<String, Object> each) {
        return each.get("observedGeneration") instanceof Number seen
                && object.getMetadata().getGeneration().equals(seen.longValue());
    }

    private static GenericKubernetesResource get(Stage stage) {
        return stage.client()
                .genericKubernetesResources(GROUPS, GROUP)
                .inNamespace(stage.run)
                .withName(stage.run)
                .get();
    }

    private static void delete(Stage stage) {
        var _ =
                stage.client()
                        .genericKubernetesResources(GROUPS, GROUP)
                        .inNamespace(stage.run)
                        .withName(stage.run)
                        .delete();
    }

    private static void approve(Stage stage) {
        var object = get(stage);
        if (object != null) {
            var _ =
                    stage.client()
                            .genericKubernetesResources(GROUPS, GROUP)
                            .inNamespace(stage.run)
                            .withName(stage.run)
                            .edit(
                                    now -> {
                                        now.getMetadata()
                                                .getAnnotations()
                                                .put("example.com/delete", "approved");
                                        return now;
                                    });
        }
    }

    /** Whoever gives up approves the deletion, or it would be held. */
    @Override
    public void withdraw(Stage stage) {
        approve(stage);
        delete(stage);
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return get(stage) == null;
    }

    private static String group(String run, String team, String annotations) {
        return """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, annotations: {example.com/by: test%s}}
        spec:
          location: westeurope
          tags: {team: %s}
        """
                .formatted(
                        GROUPS, GROUP, run, annotations.isEmpty() ? "" : ", " + annotations, team);
    }
}
