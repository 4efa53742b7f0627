package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.Operator;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.camel.https.HttpsAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform team's files over the built-in ones, mounted as a ConfigMap is. */
class OverlaysTest {
    private static final String BUILT_IN = "classpath:overlaytest/*.camel.yaml";
    private static final String ROUTE =
            """
            - route:
                id: %s
                from:
                  uri: direct:%s
                  steps:
                    - setBody:
                        constant: %s
            """;

    /** A bean of the operator. */
    public static final class Certificates {
        public void decide(Exchange exchange) {
            exchange.setProperty("decided", true);
        }

        public void act(Exchange exchange) {
            exchange.setProperty("acted", true);
        }
    }

    @TempDir Path directory;

    @BeforeEach
    void anyPort() {
        System.setProperty("camel.management.port", "0");
    }

    /** Files are links to ..data, which is a link to a directory of the mount's version. */
    private void mount(String name, String content) throws IOException {
        var version = directory.resolve("..2026_11_01");
        Files.createDirectories(version);
        Files.writeString(version.resolve(name), content);
        if (!Files.exists(directory.resolve("..data"))) {
            Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026_11_01"));
        }
        Files.createSymbolicLink(directory.resolve(name), Path.of("..data", name));
    }

    private Overlays overlays() {
        return new Overlays(List.of(directory));
    }

    private List<Diagnostic> problems() {
        return new OverlayCheck(
                        BUILT_IN,
                        Map.of("certificates", Certificates.class, "a", String.class),
                        Map.of(),
                        HttpsAccess.none(),
                        List.of())
                .check(overlays()).stream().filter(problem -> !problem.warning()).toList();
    }

    private Object ask(CamelRuntime runtime, String uri) {
        try (var producer = runtime.context().createProducerTemplate()) {
            return producer.requestBody(uri, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void sameNameReplacesAndOtherNamesAreAdded() throws Exception {
        mount("dispatch.camel.yaml", ROUTE.formatted("dispatch", "dispatch", "theirs"));
        mount("extra.camel.yaml", ROUTE.formatted("extra", "extra", "added"));
        try (var runtime = RuntimeFixture.runtime(overlays(), BUILT_IN)) {
            runtime.start();
            assertThat(ask(runtime, "direct:dispatch")).isEqualTo("theirs");
            assertThat(ask(runtime, "direct:extra")).isEqualTo("added");
            assertThat(ask(runtime, "direct:other")).isEqualTo("other");
            runtime.stop(Duration.ofSeconds(5));
        }
    }

    /** Whoever writes a change of overlays would have the check read what they may not. */
    @Test
    void aLinkToAFileOutsideIsNotRead() throws Exception {
        var outside = directory.resolve("outside");
        var inside = Files.createDirectories(directory.resolve("inside"));
        Files.writeString(outside, ROUTE.formatted("s3cret", "s3cret", "s3cret"));
        for (var name : List.of("a.camel.yaml", "namespace.template.yaml")) {
            Files.createSymbolicLink(inside.resolve(name), Path.of("..", "outside"));
        }
        var overlays = new Overlays(List.of(inside));
        assertThat(overlays.routes()).isEmpty();
        assertThat(overlays.file("namespace.template.yaml")).isEmpty();
        assertThat(
                        new OverlayCheck(
                                        BUILT_IN, Map.of(), Map.of(), HttpsAccess.none(), List.of())
                                .check(overlays))
                .extracting(Diagnostic::toString)
                .containsExactly(
                        inside.resolve("a.camel.yaml")
                                + ":1: is not read: it is a link to a file outside the overlay directory; put the file itself here",
                        inside.resolve("namespace.template.yaml")
                                + ":1: is not read: it is a link to a file outside the overlay directory; put the file itself here");
    }

    /** A name of a file may have what a terminal or a pipeline obeys. */
    @Test
    void aProblemIsOneLine() {
        assertThat(new Diagnostic("a\n::set-output name=x::y.yaml", 1, true, "b\u001b[31m\nc"))
                .hasToString("a\\n::set-output name=x::y.yaml:1: warning: b\\u001b[31m");
    }

    @Test
    void kameletOfTheSameNameReplacesTheBuiltInStep() throws Exception {
        var builtIn = getClass().getResource("/kamelets/overlay-step.kamelet.yaml");
        mount(
                "overlay-step.kamelet.yaml",
                Files.readString(Path.of(builtIn.toURI()))
                        .replace("built-in {{who}}", "theirs {{who}}"));
        try (var runtime = RuntimeFixture.runtime(overlays(), BUILT_IN)) {
            runtime.start();
            try (var producer = runtime.context().createProducerTemplate()) {
                var answer = producer.request("direct:dispatch", e -> {});
                assertThat(answer.getMessage().getHeader("step")).isEqualTo("theirs world");
            }
        }
    }

    @Test
    void healthAndMetricsAreServed() throws Exception {
        try (var socket = new java.net.ServerSocket(0)) {
            System.setProperty("camel.management.port", String.valueOf(socket.getLocalPort()));
        }
        try (var runtime = RuntimeFixture.runtime(overlays(), BUILT_IN)) {
            runtime.start();
            for (var path : List.of("health/live", "health/ready", "metrics")) {
                var address =
                        "http://localhost:%s/observe/%s"
                                .formatted(System.getProperty("camel.management.port"), path);
                try (var http = java.net.http.HttpClient.newHttpClient()) {
                    var answer =
                            http.send(
                                    java.net.http.HttpRequest.newBuilder(
                                                    java.net.URI.create(address))
                                            .build(),
                                    java.net.http.HttpResponse.BodyHandlers.ofString());
                    assertThat(answer.statusCode()).as(path).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void soundOverlayWithABeanOfTheOperatorHasNoProblem() throws Exception {
        mount(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra
                      parameters:
                        kinds: "core/ConfigMap"
                      steps:
                        - to:
                            uri: bean:certificates
                            parameters:
                              method: decide
                        - to:
                            uri: kubernetes-status:team-extra
                """);
        assertThat(problems()).isEmpty();
    }

    @Test
    void anOverlayMayNameTheKindsOfTheCatalogAndNoOthers() throws Exception {
        var route =
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra
                      parameters:
                        kinds: %s
                      steps:
                        - to: log:extra
                """;
        mount("extra.camel.yaml", route.formatted("azure-kinds"));
        var check =
                new OverlayCheck(BUILT_IN, Operator.BEANS, Map.of(), HttpsAccess.none(), List.of());
        assertThat(check.check(overlays())).isEmpty();
        Files.delete(directory.resolve("extra.camel.yaml"));
        Files.delete(directory.resolve("..data"));
        mount("extra.camel.yaml", route.formatted("asure-kinds"));
        assertThat(check.check(overlays()))
                .singleElement()
                .asString()
                .contains("extra.camel.yaml", "'asure-kinds'", "sets of kinds: azure-kinds");
    }

    @Test
    void brokenOverlayRefusesTheStartInOneLine() throws Exception {
        mount("dispatch.camel.yaml", "- route:\n    id: a\n   bad\n");
        try (var runtime = RuntimeFixture.runtime(overlays(), BUILT_IN)) {
            assertThatThrownBy(runtime::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("dispatch.camel.yaml:3: not YAML")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void withoutOverlaysTheBuiltInRoutesRun() {
        try (var runtime =
                RuntimeFixture.runtime(
                        new Overlays(List.of(directory.resolve("absent"))), BUILT_IN)) {
            runtime.start();
            assertThat(ask(runtime, "direct:dispatch")).isEqualTo("built-in");
        }
    }

    @Test
    void kameletMustCarryItsFilesNameAndDeclareItsParameters() throws Exception {
        mount(
                "step.kamelet.yaml",
                """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata:
                  name: stap
                spec:
                  definition:
                    title: Step
                    required: [who]
                  template:
                    from:
                      uri: kamelet:source
                      steps:
                        - lgo: x
                """);
        assertThat(problems())
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly(
                        "4 metadata.name must be 'step'",
                        "8 the required parameter 'who' is not declared in spec.definition.properties",
                        "13 unknown field 'lgo'; the nearest is log");
    }

    @Test
    void routeIdMayBeUsedOnce() throws Exception {
        mount("a.camel.yaml", ROUTE.formatted("twice", "a", "x"));
        mount("b.camel.yaml", ROUTE.formatted("twice", "b", "x"));
        assertThat(problems())
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly("2 route id 'twice' is also in a.camel.yaml");
    }

    @Test
    void routesCallEachOtherAcrossFiles() throws Exception {
        mount("b.camel.yaml", ROUTE.formatted("b", "b?timeout=5000", "x"));
        mount(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: direct:extra
                      steps:
                        - to: direct:b
                        - to: direct://other
                        - toD: "direct:dispatch"
                """);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aCallerOfAReplacedRouteIsNamed() throws Exception {
        mount("other.camel.yaml", ROUTE.formatted("other", "othr", "x"));
        mount(
                "extra.camel.yaml",
                ROUTE.formatted("extra", "extra", "x") + "        - to: direct:other\n");
        assertThat(problems())
                .extracting(
                        p -> Path.of(p.file()).getFileName() + ":" + p.line() + " " + p.reason())
                .containsExactly("extra.camel.yaml:8 no route begins with direct:other");
    }

    @Test
    void aMisspeltFileIsToldTheNameItNeeds() throws Exception {
        mount("dispach.camel.yaml", ROUTE.formatted("dispatch", "mine", "x"));
        assertThat(problems())
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly(
                        "2 route id 'dispatch' is that of a built-in route in dispatch.camel.yaml: give this file the same name"
                                + " to replace that file, or choose another id");
    }

    @Test
    void filesThatNothingReadsAreProblems() throws Exception {
        mount("extra.camel.yaml", ROUTE.formatted("extra", "extra", "x"));
        mount("dispatch.yaml", "");
        mount("step.kamelet.yml", "");
        mount("namespace.template.yaml", "");
        mount("README.md", "");
        mount(".hidden.yaml", "");
        Files.createDirectory(directory.resolve("old.yaml"));
        assertThat(problems())
                .extracting(p -> Path.of(p.file()).getFileName() + " " + p.reason())
                .containsExactly(
                        "dispatch.yaml is not read: name it dispatch.camel.yaml if it holds routes,"
                                + " dispatch.kamelet.yaml if a kamelet. Steps of an extension point are POINT.NAME.steps.yaml, such as azure-desired.dispatch.steps.yaml; a template of a composition is COMPOSITION.LINE.object.yaml",
                        "step.kamelet.yml is not read: name it step.camel.yaml if it holds routes,"
                                + " step.kamelet.yaml if a kamelet. Steps of an extension point are POINT.NAME.steps.yaml, such as azure-desired.step.steps.yaml; a template of a composition is COMPOSITION.LINE.object.yaml");
    }

    @Test
    void aDirectoryWithOnlyAMisnamedFileIsNoEmptyOne() throws Exception {
        mount("dispatch.yml", "");
        assertThat(problems()).hasSize(1);
    }

    @Test
    void whatIsBuiltInPassesTheCheckOfOverlays() {
        var builtIn =
                new Overlays(
                        List.of(
                                Path.of("src/main/resources/routes"),
                                Path.of("src/main/resources/kamelets")));
        assertThat(builtIn.routes()).isNotEmpty();
        assertThat(Operator.overlayCheck(Map.of(), new Overlays(List.of())).check(builtIn))
                .allMatch(each -> each.toString().contains("/reconciliation.camel.yaml:"));
    }

    @Test
    void theCheckComplainsOfNothingButOverlays() throws Exception {
        mount("extra.camel.yaml", ROUTE.formatted("extra", "extra", "x"));
        try (var log = new CapturedLog("ROOT")) {
            assertThat(problems()).isEmpty();
            assertThat(log.lines())
                    .noneMatch(line -> line.startsWith("WARN") || line.contains("shutting down"));
        }
    }
}
