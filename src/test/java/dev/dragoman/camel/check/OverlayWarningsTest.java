package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.Operator;
import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.KameletText;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.RuntimeFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What starts, and is most likely not meant: over the shipped routes and beans. */
class OverlayWarningsTest {
    private static final String BEGINS = "kubernetes-reconcile:ours?kinds=x.dev/Thing";

    @TempDir private Path directory;
    @TempDir private Path second;

    private static String route(String id, String from, String step) {
        return """
        - route:
            id: %s
            from:
              uri: %s
              steps:
                - %s
        """
                .formatted(
                        id, from, step.replace("~- ", "\n        - ").replace("~", "\n          "));
    }

    private void file(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
    }

    /** All that is found, which must be warnings. */
    private List<String> warnings() {
        var found =
                Operator.overlayCheck(Map.of(), new Overlays(List.of()))
                        .check(new Overlays(List.of(directory, second)));
        assertThat(found).allMatch(Diagnostic::warning);
        return found.stream()
                .map(Diagnostic::toString)
                .map(text -> text.substring(text.lastIndexOf('/', text.indexOf(": warning")) + 1))
                .toList();
    }

    @Test
    void whatNobodyReads() throws IOException {
        file("azure-desired.kamelet.json", "{}");
        file("azure-desired.kamelet.yaml.bak", "x");
        file(".hidden", "x");
        Files.createDirectory(directory.resolve("azure.camel.yaml"));
        assertThat(warnings())
                .hasSize(3)
                .allMatch(line -> line.contains(":1: warning: is not read: only files"))
                .anyMatch(line -> line.startsWith("azure-desired.kamelet.json"))
                .anyMatch(line -> line.startsWith("azure-desired.kamelet.yaml.bak"))
                .anyMatch(line -> line.startsWith("azure.camel.yaml"));
    }

    @Test
    void aRouteThatNothingCalls() throws IOException {
        file(
                "ours.camel.yaml",
                route("ours", BEGINS, "to: direct:one")
                        + route("one", "direct:one", "log: x")
                        + route("two", "direct:two", "to: direct:two"));
        assertThat(warnings())
                .containsExactly(
                        "ours.camel.yaml:13: warning: route 'two' never runs: no route that runs calls"
                                + " direct:two");
    }

    @Test
    void aCallFromARouteThatNothingCallsIsNone() throws IOException {
        file(
                "ours.camel.yaml",
                route("ours", BEGINS, "log: x")
                        + route("one", "direct:one", "to: direct:two")
                        + route("two", "direct:two", "log: x"));
        assertThat(warnings()).hasSize(2).allMatch(line -> line.contains(" never runs: "));
    }

    @Test
    void anAddressThatNothingComesFrom() throws IOException {
        file("ours.camel.yaml", route("ours", BEGINS, "log: x") + route("no", "log:x", "log: x"));
        assertThat(warnings())
                .containsExactly(
                        "ours.camel.yaml:7: warning: route 'no' never runs: no route that runs calls"
                                + " log:x");
    }

    @Test
    void aFileThatReplacesNothingAndThatNothingCalls() throws IOException {
        file("azur.camel.yaml", route("mine", "direct:mine", "log: x"));
        file("azure-desird.kamelet.yaml", KameletText.of("azure-desird", "log: x"));
        assertThat(warnings())
                .containsExactly(
                        "azur.camel.yaml:1: warning: replaces no built-in file (agent-pools.camel.yaml, agents.camel.yaml, azure.camel.yaml, certificates.camel.yaml,"
                                + " discovery.camel.yaml, dispatch.camel.yaml, envoy-deployments.camel.yaml, events.camel.yaml, namespace-lifetimes.camel.yaml,"
                                + " namespaces.camel.yaml), and no route that"
                                + " runs calls direct:mine",
                        "azure-desird.kamelet.yaml:1: warning: does not have the name of an extension point, and"
                                + " no route that runs calls kamelet:azure-desird");
    }

    @Test
    void filesThatAreUsedAreNoNews() throws IOException {
        file("azure-desired.kamelet.yaml", KameletText.of("azure-desired", "to: direct:tags"));
        file("tags.camel.yaml", route("tags", "direct:tags", "kamelet: {name: more}"));
        file("more.kamelet.yaml", KameletText.of("more", "to: \"kamelet:most\""));
        file("most.kamelet.yaml", KameletText.of("most", "log: x"));
        file("ours.camel.yaml", route("ours", "timer:x?period=60000", "log: x"));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aReplacedFileThatCutsOffABuiltInRoute() throws IOException {
        file("dispatch.camel.yaml", route("dispatch", BEGINS, "log: x"));
        assertThat(warnings())
                .contains(
                        "dispatch.camel.yaml:1: warning: the built-in route 'azure' no longer runs:"
                                + " only the built-in file that this file replaces called direct:azure");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    misspelt header   | 6 | log: "${header.CamelKubernetesReconcileNme}"          | there is no header CamelKubernetesReconcileNme; known are
                    in brackets       | 6 | log: "${headers['CamelKubernetesReconcileNme']}"      | there is no header CamelKubernetesReconcileNme
                    header set        | 7 | setHeader:~  name: CamelKubernetesEventReasn~  constant: x | there is no header CamelKubernetesEventReasn
                    header asked      | 7 | setBody:~  header: CamelKubernetesReconcileFoo        | there is no header CamelKubernetesReconcileFoo
                    property asked    | 6 | log: "${exchangeProperty.azureOpn}"                   | there is no property azureOpn
                    of the reconciliation       | 6 | log: "${exchangeProperty[dragoman.objct]}"            | there is no property dragoman.objct
                    within            | 6 | log: "${exchangeProperty[dragoman.azure.reconcile]}"      | there is no property dragoman.azure.reconcile
                    as language       | 7 | setBody:~  exchangeProperty: namespacesOpn            | there is no property namespacesOpn
                    ours, set         | 7 | setProperty:~  name: dragoman.object~  constant: x    | are only for reading
                    ours, removed     | 7 | removeProperty:~  name: dragoman.pass                 | are only for reading
                    taken away        | 7 | removeProperty:~  name: azureOpn                      | there is no property azureOpn
                    """)
    void namesThatLookLikeOurs(String what, int line, String step, String reason)
            throws IOException {
        file("ours.camel.yaml", route("ours", BEGINS, step));
        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("ours.camel.yaml:" + line + ": warning: ")
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "storage.azure.com/StorageAccount, direct:azure, route 'dispatch'",
        "cnad.gofound.nl/CDTarget, direct:agents, route 'dispatch-agents'",
        "core/ConfigMap, direct:agents, ''",
        "cnad.gofound.nl/CDTarget, direct:ours-too, ''"
    })
    void aSecondTriggerOfARouteOfOurs(String kinds, String called, String other)
            throws IOException {
        file(
                "ours.camel.yaml",
                route("ours", "kubernetes-reconcile:ours?kinds=" + kinds, "to: " + called)
                        + route("ours-too", "direct:ours-too", "log: x"));
        var found = warnings().stream().filter(each -> each.contains("lead to")).toList();
        if (other.isEmpty()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found)
                    .singleElement()
                    .asString()
                    .startsWith("ours.camel.yaml:1: warning: route 'ours' and " + other)
                    .contains("both lead to " + called);
        }
    }

    @Test
    void namesThatAreOursOrTheirs() throws IOException {
        file(
                "ours.camel.yaml",
                route(
                        "ours",
                        BEGINS,
                        "log: \"${header.CamelKubernetesReconcileName} ${header.CamelFoo}"
                                + " ${exchangeProperty[dragoman.object]}"
                                + " ${exchangeProperty.mine}\"~- removeHeaders: {pattern:"
                                + " \"CamelKubernetesReconcile*\"}~- removeProperties: {pattern:"
                                + " \"azure*\"}"));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aFileThatAnEarlierDirectoryHasToo() throws IOException {
        file("azure-desired.kamelet.yaml", KameletText.of("azure-desired", "log: x"));
        Files.writeString(
                second.resolve("azure-desired.kamelet.yaml"),
                KameletText.of("azure-desired", "log: y"));
        assertThat(warnings())
                .containsExactly(
                        "azure-desired.kamelet.yaml:1: warning: is not read: %s has the same name"
                                        .formatted(directory.resolve("azure-desired.kamelet.yaml"))
                                + " and comes first");
    }

    @Test
    void theOperatorStartsAndLogsThem() throws IOException {
        System.setProperty("camel.management.port", "0");
        file("ours.camel.yaml", route("ours", "direct:ours", "log: x"));
        try (var log = new CapturedLog(CamelRuntime.class.getName());
                var runtime =
                        RuntimeFixture.runtime(
                                new Overlays(List.of(directory)),
                                "classpath:overlaytest/*.camel.yaml")) {
            runtime.start();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN ")
                    .contains("ours.camel.yaml:1: warning: replaces no built-in file");
        }
    }
}
