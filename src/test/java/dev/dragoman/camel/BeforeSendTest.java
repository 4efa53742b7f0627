package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.Operator;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Pass;
import dev.dragoman.reconcile.Reconciler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped route {@code azure} around a platform team's step; its own steps only take notes. */
class BeforeSendTest {
    private static final String KAMELET =
            """
            apiVersion: camel.apache.org/v1
            kind: Kamelet
            metadata: {name: azure-before-send}
            spec:
              definition: {title: Ours, type: object, properties: {}}
              template:
                from:
                  uri: kamelet:source
                  steps:
                    - setBody: {constant: theirs}
                    - setHeader: {name: theirs, constant: "x"}
                    - setProperty: {name: DragomanOpen, constant: "false"}
                    - removeProperties: {pattern: "*"}
                    - removeHeaders: {pattern: "*"}
            """;
    private static final String END = "        - ";

    @TempDir private Path directory;
    private final Notes notes = new Notes();

    /** In place of the lane. */
    public static final class Notes {
        private final List<String> steps = new ArrayList<>();
        private boolean hasBody = true;
        private Object body;
        private Object header;
        private Throwable failure;

        public void observe(Exchange exchange) {
            steps.add("observe");
            exchange.setProperty("DragomanOpen", true);
            exchange.setProperty("DragomanWanted", hasBody);
            exchange.setProperty("dragoman.context", "kept");
            exchange.getMessage().setHeader("ours", "kept");
            exchange.getMessage().setBody(new LinkedHashMap<>(Map.of("location", "x")));
        }

        public void decide(Exchange exchange) {
            steps.add("decide");
            assertThat(exchange.getProperty("dragoman.context")).isEqualTo("kept");
            assertThat(exchange.getMessage().getHeader("ours")).isEqualTo("kept");
            body = exchange.getMessage().getBody();
            header = exchange.getMessage().getHeader("theirs");
            exchange.setProperty("DragomanOpen", false);
        }

        public void record(Exchange exchange) {
            steps.add("record");
        }

        public void failed(Exchange exchange) {
            steps.add("failed");
            failure = Outcomes.failure(exchange);
        }
    }

    /** Has nothing to visit. */
    private static final class NoEngine implements Subscriptions, Subscriptions.Running {
        @Override
        public Running subscribe(
                String name,
                List<KindSelector> kinds,
                Optional<String> namespace,
                Reconciler reconciler,
                Options options) {
            return this;
        }

        @Override
        public int wake(String name, ObjectKey key) {
            return 0;
        }

        @Override
        public int wakeById(String name, String id) {
            return 0;
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void stop(Duration grace) {}

        @Override
        public int running() {
            return 0;
        }

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }
    }

    @BeforeEach
    void anyPort() {
        System.setProperty("camel.management.port", "0");
    }

    private void pass(String step) throws IOException {
        Files.writeString(
                directory.resolve("azure-before-send.kamelet.yaml"),
                KAMELET + (step.isEmpty() ? "" : END + step + "\n"));
        var pass =
                new Pass(
                        new ObjectKey("x.azure.com", "Thing", "ns", "a"),
                        1,
                        Cause.EDITED,
                        Map.of("metadata", Map.of("generation", 1)),
                        "u",
                        Instant.EPOCH);
        try (var runtime =
                new CamelRuntime(
                        new Overlays(List.of(directory)),
                        Map.of(
                                Subscriptions.BEAN,
                                new NoEngine(),
                                "azure",
                                notes,
                                Operator.AZURE_KINDS,
                                Operator.azureKinds(),
                                "azureSteps",
                                new Object(),
                                "namespaceSteps",
                                new Object(),
                                "namespace-lifetimes",
                                new Object(),
                                "namespaces",
                                new Notes()),
                        Overlays.BUILT_IN_ROUTES,
                        Map.of())) {
            runtime.start();
            try (var producer = runtime.context().createProducerTemplate()) {
                var _ =
                        producer.send(
                                "direct:azure", exchange -> PassExchange.begin(exchange, pass));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "stop: {}",
                "filter: {simple: \"${body} != null\", steps: [{stop: {}}]}"
            })
    void onlyTheBodyComesBack(String last) throws IOException {
        pass(last);
        assertThat(notes.steps).containsExactly("observe", "decide", "record");
        assertThat(notes.body).isEqualTo("theirs");
        assertThat(notes.header).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throwException: {exceptionType: java.lang.IllegalStateException, message: no}",
                "rollback: {message: no}",
                "rollback: {markRollbackOnly: true}",
                "to: direct:handled"
            })
    void aStepThatFailedIsAFailureOfThePass(String last) throws IOException {
        Files.writeString(
                directory.resolve("theirs.camel.yaml"),
                """
                - onException:
                    exception: [java.lang.Exception]
                    handled: {constant: "true"}
                - route:
                    id: handled
                    from:
                      uri: direct:handled
                      steps:
                        - throwException: {exceptionType: java.lang.IllegalStateException, message: no}
                """);
        pass(last);
        assertThat(notes.steps).containsExactly("observe", "failed");
        assertThat(notes.failure).isNotNull();
    }

    @Test
    void withoutABodyTheStepDoesNotRun() throws IOException {
        notes.hasBody = false;
        pass("throwException: {exceptionType: java.lang.IllegalStateException, message: no}");
        assertThat(notes.steps).containsExactly("observe", "decide", "record");
        assertThat(notes.body).isEqualTo(Map.of("location", "x"));
    }

    @Test
    void whatFailsIsNotQuotedInTheLog() throws IOException {
        try (var log = new CapturedLog("ROOT")) {
            pass(
                    "throwException: {exceptionType: java.lang.IllegalStateException, message:"
                            + " hunter2}");
            assertThat(notes.steps).containsExactly("observe", "failed");
            assertThat(log.lines()).noneMatch(line -> line.contains("hunter2"));
        }
    }
}
