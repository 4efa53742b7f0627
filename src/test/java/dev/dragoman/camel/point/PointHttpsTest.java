package dev.dragoman.camel.point;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.KameletText;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.Trust;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of https that steps at a point send. */
class PointHttpsTest {
    @TempDir private Path directory;
    @TempDir private Path certificates;
    private final CountDownLatch over = new CountDownLatch(1);
    private LocalHttps server;

    @BeforeEach
    void start() throws Exception {
        server = LocalHttps.start(certificates.resolve("ca.pem"));
        file(
                "call.camel.yaml",
                """
                - route:
                    id: call
                    from:
                      uri: direct:call
                      steps:
                        - to: dragoman-point:azure-after-create
                """);
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.close();
    }

    private void file(String name, String text) throws Exception {
        Files.writeString(directory.resolve(name), text);
    }

    private record Limited(Duration limit) implements PointInterceptor {
        @Override
        public PointResult run(
                Reconciliation reconciliation, PointStep step, Supplier<PointResult> steps) {
            return steps.get();
        }
    }

    private CamelRuntime runtime(Duration limit) {
        var runtime =
                new CamelRuntime(
                        new Overlays(List.of(directory)),
                        Map.of(PointInterceptor.BEAN, new Limited(limit)),
                        "classpath:overlaytest/*.camel.yaml",
                        Map.of(),
                        Map.of(),
                        new HttpsAccess(
                                AllowedHosts.of(AllowedHosts.VARIABLE, server.host()),
                                Trust.sslContext(Optional.of(certificates.resolve("ca.pem"))),
                                reference -> "0123456789"),
                        new StepLines());
        runtime.start();
        return runtime;
    }

    private static PointResult run(CamelRuntime runtime, String name) throws Exception {
        try (var producer = runtime.context().createProducerTemplate()) {
            Exchange done =
                    producer.request(
                            "direct:call",
                            exchange -> {
                                ReconciliationExchange.begin(
                                        exchange,
                                        new Reconciliation(
                                                new ObjectKey("", "ConfigMap", "ns", "a"),
                                                1,
                                                Cause.EDITED,
                                                Map.of("kind", "ConfigMap"),
                                                "u",
                                                Instant.EPOCH));
                                OwnState.set(
                                        exchange,
                                        PointStep.class,
                                        new PointStep(
                                                Point.AFTER_CREATE,
                                                "azure",
                                                Map.of("name", name),
                                                Map.of(),
                                                path -> FieldType.ANY,
                                                List.of(),
                                                added -> added,
                                                (_, _) -> {}));
                            });
            assertThat(done.getException()).isNull();
            return done.getMessage().getBody(PointResult.class);
        }
    }

    /** Camel builds it at its first run, when nothing else is built any more. */
    @Test
    void aKameletInPlaceOfAPointMayUseSecrets() throws Exception {
        file(
                "azure-after-create.kamelet.yaml",
                KameletText.of(
                        "azure-after-create",
                        """
                        toD: "https://%s/{{secret:teams/token}}/${body[name]}?httpMethod=GET"
                        """
                                .strip()
                                .formatted(server.host())));
        try (var runtime = runtime(Duration.ofSeconds(30))) {
            assertThat(run(runtime, "a")).isInstanceOf(PointResult.Acted.class);
            assertThat(run(runtime, "{{secret:teams/token}}"))
                    .as("a text of the message")
                    .isInstanceOf(PointResult.Failed.class);
            assertThat(server.requests())
                    .extracting(LocalHttps.Request::target)
                    .containsExactly("/0123456789/a");
        }
    }

    /** An interrupt does not end the wait for an answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSlowAnswerIsWaitedForNoLongerThanThePointHas(boolean begun) throws Exception {
        server.answers(
                exchange -> {
                    if (begun) {
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody().write('x');
                        exchange.getResponseBody().flush();
                    }
                    try {
                        over.await();
                    } catch (InterruptedException end) {
                        Thread.currentThread().interrupt();
                    }
                });
        file(
                "azure-after-create.ours.steps.yaml",
                "- to: https://%s/hook?httpMethod=GET&responseTimeout=600000\n"
                        .formatted(server.host()));
        var before = Thread.getAllStackTraces().keySet();
        try (var runtime = runtime(Duration.ofSeconds(2))) {
            assertThat(run(runtime, "a"))
                    .isInstanceOfSatisfying(
                            PointResult.Failed.class,
                            failed ->
                                    assertThat(failed.problem())
                                            .contains("did not end within 2 s"));
            assertThat(server.requests()).hasSize(1);
            await().until(
                            () ->
                                    Thread.getAllStackTraces().keySet().stream()
                                            .filter(each -> !before.contains(each))
                                            .noneMatch(
                                                    each ->
                                                            each.getName()
                                                                    .equals("azure-after-create")));
        }
    }
}
