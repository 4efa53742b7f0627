package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.Patience;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A platform team's own steps on what is sent to Azure, and routes of its own in place of ours. */
@Landing
class OverlayIT {
    private static final String FILE = "azure-desired.ours.steps.yaml";
    private static final String TAGGING =
            """
            # dragoman.dev/contract: v1
            - to:
                uri: bean:body
                parameters:
                  method: tag(costcenter, ${header.CamelKubernetesReconcileNamespace})
            """;
    private static final String GROUP = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("overlay");
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aTagIsAddedToEveryResourceThatHasTags() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("tagged"));
        road.ready("storageaccount/tagged");

        var group = road.group("orders");
        assertThat(road.azure(group, "/tags/costcenter")).isEqualTo(road.namespace);
        assertThat(road.azure(group, "/tags/team")).isEqualTo("orders");
        assertThat(
                        road.azure(
                                group + "/providers/Microsoft.Storage/storageAccounts/tagged",
                                "/tags/costcenter"))
                .isEqualTo(road.namespace);
    }

    @Test
    void aTagThatTheObjectSetsItselfWins() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING.replace("costcenter", "team"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
        assertThat(road.puts("/orders")).hasSize(1);
    }

    @Test
    void aBrokenOverlayIsRefusedWithItsPlaceAndReason() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING.replace("parameters", "parametters"));
        assertThatThrownBy(() -> road.start())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(FILE + ":")
                .hasMessageContaining("parametters")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    nothing       | setBody: {simple: "${null}"}                             | left nothing (null) as the body
                    text          | setBody: {constant: "hunter2"}                           | left text (java.lang.String) as the body
                    an empty map  | removeTags                                               | left an empty map as the body
                    another map   | setBody: {simple: "${headers}"}                          | none of the fields that the object asks for
                    its object    | setBody: {simple: "${header.CamelKubernetesReconcileObject}"} | left a Kubernetes object as the body
                    """)
    void aBodyThatIsNoneIsNeverSent(String what, String step, String reason) throws IOException {
        var empty = "unmarshal: {json: {}}";
        var last = step.equals("removeTags") ? "setBody: {constant: \"{}\"}\n- " + empty : step;
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.stop();

        overlay(last);
        try (var log = new CapturedLog(road, "overlay.step")) {
            road.start();
            road.apply(Samples.group("second", "orders"));
            for (var name : List.of("orders", "second")) {
                var condition = road.reason(GROUP, "ResourceGroup", name, "OverlayFailed");
                assertThat(condition).containsEntry("status", "False");
                assertThat(condition.get("message"))
                        .asString()
                        .startsWith(directory.resolve(FILE).toString())
                        .contains(reason)
                        .contains("nothing was applied")
                        .doesNotContain("hunter2");
            }
            await().untilAsserted(
                            () ->
                                    assertThat(log.lines())
                                            .filteredOn(line -> line.endsWith("second"))
                                            .hasSizeGreaterThan(2));
        }
        assertThat(road.puts("/orders")).hasSize(1);
        assertThat(road.puts("/second")).isEmpty();
        for (var name : List.of("orders", "second")) {
            await().untilAsserted(
                            () -> assertThat(events(name, "OverlayFailed")).as(name).hasSize(1));
        }
        road.stop();

        Files.writeString(directory.resolve(FILE), TAGGING);
        road.start();
        road.ready("resourcegroup/orders");
        road.ready("resourcegroup/second");
        assertThat(road.azure(road.group("second"), "/tags/costcenter")).isEqualTo(road.namespace);
        assertThat(road.azure(road.group("orders"), "/tags/costcenter")).isEqualTo(road.namespace);
    }

    @Test
    void aStepThatThrowsIsNamedAndKeepsNoObjectFromBeingDeleted() throws IOException {
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.stop();

        overlay("throwException: {exceptionType: java.lang.IllegalStateException, message: no}");
        road.start();
        assertThat(road.reason(GROUP, "ResourceGroup", "orders", "OverlayFailed").get("message"))
                .asString()
                .contains(FILE + ":2 failed: ");
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        assertThat(road.azure.control().get(road.group("orders"))).isEmpty();
    }

    @Test
    void itRunsOnlyWhereThereIsABodyToSend() throws IOException {
        overlay("setProperty: {name: mine, constant: \"x\"}");
        try (var log = new CapturedLog(road, "overlay.step")) {
            road.start();
            road.apply(annotated("skipped", "serviceoperator.azure.com/reconcile-policy: skip"));
            road.apply(
                    annotated("theirs", "serviceoperator.azure.com/operator-namespace: elsewhere"));
            road.apply(
                    Samples.group("incomplete", "orders")
                            .replace("location:", "azureName: a/b\n  location:"));
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            var _ = road.reason(GROUP, "ResourceGroup", "skipped", "AzureResourceNotFound");
            var _ = road.reason(GROUP, "ResourceGroup", "incomplete", "InvalidName");
            await().until(() -> !events("theirs", "Overlap").isEmpty());
            var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
            assertThat(log.lines()).isNotEmpty().allMatch(line -> line.endsWith(" orders"));
        }
    }

    @Test
    void stopAndPropertiesInItChangeNothing() throws IOException {
        overlay(
                """
                removeProperties: {pattern: "*"}
                - stop: {}\
                """);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
    }

    @Test
    void aReplacedRouteDoesNotLoseWhatTheOperatorKeeps() throws IOException {
        replaceRoute("removeProperties: {pattern: '*'}");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.puts("/orders")).hasSize(1);
    }

    @Test
    void aReplacedRouteThatStopsIsTriedAgain() throws IOException {
        replaceRoute("stop: {}");
        try (var log = new CapturedLog(road, "dev.dragoman.camel")) {
            road.start();
            road.apply(Samples.group("orders", "orders"));
            await().until(
                            () ->
                                    log.lines().stream()
                                            .anyMatch(line -> line.contains("Unfinished: ")));
        }
        assertThat(road.puts("/orders")).isEmpty();
    }

    private void overlay(String step) throws IOException {
        Files.writeString(
                directory.resolve(FILE),
                """
                - log: {logName: overlay.step, message: "${header.CamelKubernetesReconcileName}"}
                - %s
                """
                        .formatted(step));
    }

    /** The shipped one, with a step after what is observed. */
    private void replaceRoute(String step) throws IOException {
        var shipped = Files.readString(Path.of("src/main/resources/routes/azure.camel.yaml"));
        var desired = "        - to: { uri: \"dragoman-point:azure-desired\"";
        var ours = shipped.replace(desired, "        - " + step + "\n" + desired);
        assertThat(ours).isNotEqualTo(shipped);
        Files.writeString(directory.resolve("azure.camel.yaml"), ours);
    }

    private static String annotated(String name, String annotation) {
        return Samples.group(name, "orders")
                .replace(name + "}", name + ", annotations: {" + annotation + "}}");
    }

    private List<Event> events(String object, String reason) {
        return road
                .client()
                .events()
                .v1()
                .events()
                .inNamespace(road.namespace)
                .list()
                .getItems()
                .stream()
                .filter(e -> object.equals(e.getRegarding().getName()))
                .filter(e -> reason.equals(e.getReason()))
                .toList();
    }
}
