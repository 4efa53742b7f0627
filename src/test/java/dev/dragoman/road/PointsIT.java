package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What teams' steps must not lead to: writes for what is not ours, and claims of it. */
@Landing
class PointsIT {
    private static final String GROUP = "resources.azure.com/v1api20200601";
    private static final String DETACH = "serviceoperator.azure.com/reconcile-policy";

    @TempDir private Path directory;
    @TempDir private Path log;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("points");
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private void steps(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static String annotated(String name, String team, String policy) {
        return Samples.group(name, team)
                .replaceFirst(
                        name + "}", name + ", annotations: {" + DETACH + ": " + policy + "}}");
    }

    /** A group that stays in Azure, and that no object stands for any more. */
    private void left(String name) {
        road.apply(annotated(name, "orders", "detach-on-delete"));
        road.ready("resourcegroup/" + name);
        var _ = road.kubectl("delete", "resourcegroup/" + name, Patience.timeout());
    }

    @Test
    void nothingIsWrittenForWhatIsToBeLeftAlone() throws IOException {
        steps("azure-transition.mark.steps.yaml", MARK);
        road.start();
        left("orders");
        int before = road.puts("/locks/mark").size();
        assertThat(before).as("for the object that was managed").isPositive();
        road.apply(annotated("orders", "orders", "skip"));
        road.ready("resourcegroup/orders");
        await().untilAsserted(
                        () -> {
                            Object untold =
                                    road.get(GROUP, "ResourceGroup", "orders")
                                            .get("status", "dragoman", "untold");
                            assertThat(untold).asString().contains("/");
                        });
        assertThat(road.puts("/locks/mark")).hasSize(before);
    }

    @Test
    void aRefusedChangeOfWhatWasThereBeforeClaimsNothing() throws IOException {
        steps(
                "azure-before-change.frozen.steps.yaml",
                "- to: \"bean:verdict?method=refuse(Frozen, 'ask ${header.DragomanDiffers}')\"\n");
        road.start();
        left("orders");
        road.apply(Samples.group("orders", "billing"));
        assertThat(road.reason(GROUP, "ResourceGroup", "orders", "Frozen").get("message"))
                .asString()
                .contains("tags.team");
        assertThat(road.get(GROUP, "ResourceGroup", "orders").getMetadata().getFinalizers())
                .isEmpty();
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        assertThat(road.azure.control().get(road.group("orders"))).isPresent();
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
    }

    private static final String MARK =
            """
            - setBody: { constant: '{"properties": {"level": "NotSpecified"}}' }
            - unmarshal: { json: {} }
            - to: "azure-arm:put?path={id}/providers/Microsoft.Authorization/locks/mark&apiVersion=2020-05-01"
            """;

    private String marked() {
        Object once = road.get(GROUP, "ResourceGroup", "orders").get("status", "dragoman", "once");
        return String.valueOf(once);
    }

    /**
     * Killed between the effect and its note, steps run twice. After the note they do not, whatever
     * ends the operator.
     */
    @Test
    void whatRanOnceIsRememberedOverAKill() throws Exception {
        frozen();
        steps(
                "transition.told.steps.yaml",
                "- filter:\n    simple: \"${bean:once?method=pass(told, 1h)}\"\n    steps:\n"
                        + (MARK + MARK.lines().toList().getLast().replace("put", "get")).indent(6));
        road.azure.control().delay("GET .*locks/mark", Duration.ofMillis(1500));
        var process = road.process(log.resolve("log"));
        try {
            road.apply(Samples.group("orders", "orders"));
            var lock = road.group("orders") + "/providers/Microsoft.Authorization/locks/mark";
            await().pollInterval(Duration.ofMillis(20))
                    .until(() -> road.azure.control().get(lock).isPresent());
            assertThat(marked()).as("killed before the note").isEqualTo("null");
            var _ = process.destroyForcibly().waitFor();
            road.azure.control().delay("GET .*locks/mark", Duration.ZERO);
            process = road.process(log.resolve("log"));
            road.ready("resourcegroup/orders");
            assertThat(road.puts("/locks/mark")).as("twice").hasSize(2);
            var noted = marked();
            assertThat(noted).startsWith("[told=");

            var _ = process.destroyForcibly().waitFor();
            process = road.process(log.resolve("log"));
            road.apply(Samples.group("orders", "frozen"));
            var _ = road.reason(GROUP, "ResourceGroup", "orders", "Frozen");
            assertThat(road.puts("/locks/mark")).as("not again in the hour").hasSize(2);
            assertThat(marked()).isEqualTo(noted);
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
    }

    private void frozen() throws IOException {
        steps(
                "azure-before-change.frozen.steps.yaml",
                """
                - filter:
                    simple: "${body[tags][team]} == 'frozen'"
                    steps: [ { to: "bean:verdict?method=refuse(Frozen, 'not now')" } ]
                """);
    }

    /** The annotation that the steps write brings no reconciliation of its own. */
    @Test
    void stepsAnnotateTheirObjectAndDeleteWhatTheyMade() throws Exception {
        frozen();
        steps(
                "azure-transition.note.steps.yaml",
                """
                - setVariable: { name: ready, simple: "${body[ready]}" }
                - setBody: { simple: "${map(example.com/reason,${body[reason]})}" }
                - to: "kubernetes-apply:team-notes?action=annotate"
                - setVariable: { name: meta, simple: "${map(name,orders-note,namespace,${header.CamelKubernetesReconcileNamespace})}" }
                - setBody: { simple: "${map(apiVersion,v1,kind,ConfigMap,metadata,${variable.meta})}" }
                - choice:
                    when:
                      - simple: "${variable.ready} == 'True'"
                        steps: [ { to: "kubernetes-apply:team-notes" } ]
                    otherwise: { steps: [ { to: "kubernetes-apply:team-notes?action=delete" } ] }
                """);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(annotation()).isEqualTo("Succeeded");
        assertThat(
                        road.client()
                                .configMaps()
                                .inNamespace(road.namespace)
                                .withName("orders-note")
                                .get())
                .isNotNull();
        var mark = road.plane.audit().mark();
        road.apply(Samples.group("orders", "frozen"));
        var _ = road.reason(GROUP, "ResourceGroup", "orders", "Frozen");
        assertThat(annotation()).isEqualTo("Frozen");
        assertThat(
                        road.client()
                                .configMaps()
                                .inNamespace(road.namespace)
                                .withName("orders-note")
                                .get())
                .isNull();
        assertThat(road.writes(mark, "orders", "orders-note"))
                .as("the annotation, the deletion, the status, an Event")
                .hasSize(4);
    }

    private String annotation() {
        return road.get(GROUP, "ResourceGroup", "orders")
                .getMetadata()
                .getAnnotations()
                .get("example.com/reason");
    }

    /** A refusal says nothing of what else is wrong with the object. */
    @Test
    void whatNothingComesOfIsSaidUnderARefusalToo() throws IOException {
        steps(
                "azure-before-create.never.steps.yaml",
                "- to: \"bean:verdict?method=refuse(Never, 'not here')\"\n");
        road.start();
        road.apply(
                annotated("orders", "billing", "manage")
                        .replace("reconcile-policy", "reconcile-polcy"));
        var _ = road.reason(GROUP, "ResourceGroup", "orders", "Never");
        List<Map<String, Object>> conditions =
                road.get(GROUP, "ResourceGroup", "orders").get("status", "conditions");
        assertThat(conditions)
                .filteredOn(each -> "FieldsNotSent".equals(each.get("type")))
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each.get("message"))
                                        .asString()
                                        .contains("reconcile-polcy does nothing"));
    }
}
