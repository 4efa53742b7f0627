package dev.dragoman.camel.reconcile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.KindSet;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The consumer over a fake engine: what a route sees of a reconciliation, and the engine of a
 * route.
 */
class KubernetesReconcileTest extends KubernetesReconcileFixture {
    @Test
    void optionsReachTheEngine() throws Exception {
        start(
                "kubernetes-reconcile:all?kinds=*.x.dev/*,core/ConfigMap&namespace=ns, other&resync=10m&maxConcurrent=4&passTimeout=30s");
        assertThat(engine.kinds)
                .containsExactly(
                        new KindSelector("*.x.dev", "*"), new KindSelector("", "ConfigMap"));
        assertThat(engine.namespaces).containsExactlyInAnyOrder("ns", "other");
        assertThat(engine.options)
                .isEqualTo(
                        new Subscriptions.Options(
                                Duration.ofMinutes(10), 4, Duration.ofSeconds(30)));
    }

    @Test
    void unsetOptionsHaveTheirDefaults() throws Exception {
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        assertThat(engine.options)
                .isEqualTo(
                        new Subscriptions.Options(Duration.ofHours(1), 32, Duration.ofMinutes(2)));
        assertThat(engine.namespaces).isEmpty();
    }

    @Test
    void aSetOfKindsIsNamedByOneWord() throws Exception {
        var one = new KindSelector("x.dev", "One");
        camel.getRegistry()
                .bind("x-kinds", new KindSet(List.of(one, new KindSelector("y.dev", "Other"))));
        start("kubernetes-reconcile:all?kinds=x-kinds,core/ConfigMap");
        assertThat(engine.kinds)
                .containsExactly(
                        one, new KindSelector("y.dev", "Other"), new KindSelector("", "ConfigMap"));
    }

    @Test
    void anUnknownSetOfKindsIsNamedWithThoseThatThereAre() {
        camel.getRegistry().bind("x-kinds", new KindSet(List.of()));
        assertThatThrownBy(() -> start("kubernetes-reconcile:all?kinds=z-kinds"))
                .hasStackTraceContaining("'z-kinds'")
                .hasStackTraceContaining("sets of kinds: x-kinds");
    }

    @Test
    void badKindEndsTheStart() {
        assertThatThrownBy(() -> start("kubernetes-reconcile:all?kinds=Thing"))
                .hasStackTraceContaining("kind selector 'Thing' is neither GROUP/KIND");
    }

    @Test
    void routeSeesThePass() throws Exception {
        var seen = new ArrayList<Exchange>();
        step = exchange -> seen.add(exchange.copy());
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");

        assertThat(reconciliation()).isEqualTo(Outcome.done());

        var message = seen.getFirst().getMessage();
        assertThat(message.getBody()).isSameAs(PASS.object());
        assertThat(message.getHeaders())
                .containsEntry(KubernetesReconcileConstants.GROUP, "x.dev")
                .containsEntry(KubernetesReconcileConstants.KIND, "Thing")
                .containsEntry(KubernetesReconcileConstants.NAMESPACE, "ns")
                .containsEntry(KubernetesReconcileConstants.NAME, "a")
                .containsEntry(KubernetesReconcileConstants.UID, "u1")
                .containsEntry(KubernetesReconcileConstants.GENERATION, 3L)
                .containsEntry(KubernetesReconcileConstants.CAUSE, "EDITED")
                .containsEntry(KubernetesReconcileConstants.NUMBER, 7L)
                .containsEntry(KubernetesReconcileConstants.GONE, false);
        assertThat(ReconciliationExchange.reconciliation(seen.getFirst())).isSameAs(PASS);
    }

    @Test
    void routeSaysHowThePassEnded() throws Exception {
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        step = e -> e.getMessage().setHeader(KubernetesReconcileConstants.OUTCOME, "requeue 30s");
        assertThat(reconciliation()).isEqualTo(new Outcome.RequeueAfter(Duration.ofSeconds(30)));
        step = e -> e.getMessage().setHeader(KubernetesReconcileConstants.OUTCOME, "later");
        assertThat(reconciliation())
                .isInstanceOfSatisfying(
                        Outcome.Fatal.class, f -> assertThat(f.message()).contains("'later'"));
        var fatal = new Outcome.Fatal("NoSuchSku", "choose another");
        step = e -> e.setProperty(KubernetesReconcileConstants.OUTCOME, fatal);
        assertThat(reconciliation()).isEqualTo(fatal);
    }

    @Test
    void exceptionsAreOutcomesAndValuesStayOut() throws Exception {
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        var fatal = new Outcome.Fatal("NoSuchSku", "choose another");
        step =
                e -> {
                    throw new IllegalStateException(new OutcomeException(fatal));
                };
        assertThat(reconciliation()).isEqualTo(fatal);
        step =
                e -> {
                    throw new IOException("connection reset\nsecond line");
                };
        assertThat(reconciliation())
                .isInstanceOfSatisfying(
                        Outcome.Transient.class,
                        t -> {
                            assertThat(t.reason()).isEqualTo("IOException");
                            assertThat(t.message())
                                    .isEqualTo("java.io.IOException: connection reset");
                        });
        step = e -> e.getContext().getTypeConverter().mandatoryConvertTo(Integer.class, "hunter2");
        assertThat(reconciliation().toString()).doesNotContain("hunter2").contains("Conversion");
    }

    @Test
    void stopAndSuspendReachTheSubscription() throws Exception {
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        camel.getRouteController().suspendRoute("r");
        camel.getRouteController().resumeRoute("r");
        camel.getRouteController().stopRoute("r");
        assertThat(engine.calls).startsWith("pause", "resume").endsWith("stop PT15S");
    }

    @Test
    void aFailureThatLastsIsLoggedOnceInOneLine() throws Exception {
        step =
                exchange -> {
                    throw new IllegalStateException("first\nsecond");
                };
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            reconciliation();
            reconciliation();
            assertThat(log.lines())
                    .containsExactly("WARN IllegalStateException: first;" + " trying again");
            step = exchange -> {};
            reconciliation();
            step =
                    exchange -> {
                        throw new IllegalStateException("first");
                    };
            reconciliation();
            assertThat(log.lines()).as("again after a success").hasSize(2);
        }
    }

    @Test
    void whatAStepHasDecidedItHasLoggedItself() throws Exception {
        step =
                exchange ->
                        exchange.setProperty(
                                Outcomes.OUTCOME, new Outcome.Fatal("Refused", "by Azure"));
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            assertThat(reconciliation()).isInstanceOf(Outcome.Fatal.class);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void anOutcomeThatNobodyUnderstandsIsLogged() throws Exception {
        step = exchange -> exchange.setProperty(Outcomes.OUTCOME, "later");
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        try (var log = new CapturedLog(FailureLog.class.getName())) {
            reconciliation();
            assertThat(log.lines()).hasSize(1);
            assertThat(log.lines().getFirst()).startsWith("WARN BadOutcome: ");
        }
    }

    /** Camel starts one route after the other, and objects are there at once. */
    @Test
    void reconciliationsWaitUntilAllRoutesRun() throws Exception {
        var outcome = new CompletableFuture<Outcome>();
        var worker = new Thread(() -> outcome.complete(outcome(engine.reconciler)));
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("kubernetes-reconcile:all?kinds=x.dev/Thing")
                                .startupOrder(1)
                                .to("direct:second?block=false");
                        from("direct:first")
                                .startupOrder(2)
                                .routePolicy(before(worker))
                                .to("log:x");
                        from("direct:second").startupOrder(3).to("log:x");
                    }
                });
        camel.start();
        await().until(outcome::isDone);
        assertThat(outcome).isCompletedWithValue(Outcome.done());
    }

    @Test
    void whatWaitsForRoutesEndsWithAStartThatFails() {
        var outcome = new CompletableFuture<Outcome>();
        var worker = new Thread(() -> outcome.complete(outcome(engine.reconciler)));
        assertThatThrownBy(
                        () -> {
                            camel.addRoutes(
                                    new RouteBuilder() {
                                        @Override
                                        public void configure() {
                                            from("kubernetes-reconcile:all?kinds=x.dev/Thing")
                                                    .startupOrder(1)
                                                    .routePolicy(before(worker))
                                                    .to("log:x");
                                            from("kubernetes-reconcile:refused?kinds=x.dev/Thing")
                                                    .startupOrder(2)
                                                    .to("log:x");
                                        }
                                    });
                            camel.start();
                        })
                .hasStackTraceContaining("refused by the engine");
        camel.stop();
        await().until(outcome::isDone);
        assertThat(outcome.join()).isInstanceOf(Outcome.RequeueAfter.class);
    }

    @Test
    void mistakesOfRoutesAreNamed() throws Exception {
        camel.getRegistry().bind("steps", this);
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        for (var uri :
                List.of("bean:steps?method=nope", "bean:stebs", "direct:nowhere?block=false")) {
            try (var producer = camel.createProducerTemplate()) {
                step =
                        exchange -> {
                            var answer = producer.send(uri, e -> {});
                            exchange.setException(answer.getException());
                        };
                assertThat(reconciliation().toString())
                        .contains(uri.replaceAll(".*[:=](\\w+)(\\?.*)?$", "$1"));
            }
        }
    }

    @Test
    void sendingWakesWhatTheOptionsName() throws Exception {
        assertThat(send("all?kind=Thing.x.dev&objectNamespace=ns&objectName=a", Map.of()))
                .isEqualTo(1);
        assertThat(send("all?kind=Namespace&objectName=a", Map.of())).isEqualTo(1);
        assertThat(send("all?externalId=/subscriptions/1", Map.of())).isEqualTo(1);
        assertThat(engine.calls)
                .containsExactly(
                        "wake all Thing.x.dev ns/a",
                        "wake all Namespace a",
                        "wake all by /subscriptions/1");
    }

    @Test
    void headersWinOverOptions() throws Exception {
        var options = "all?kind=Thing.x.dev&objectNamespace=ns&objectName=a";
        send(options, Map.of(KubernetesReconcileConstants.WAKE_NAME, "b"));
        send(options, Map.of(KubernetesReconcileConstants.WAKE_NAMESPACE, "other"));
        send(options, Map.of(KubernetesReconcileConstants.WAKE_KIND, "Other.y.dev"));
        send(options, Map.of(KubernetesReconcileConstants.WAKE_ID, "/x"));
        send(
                "all?externalId=/y",
                Map.of(
                        KubernetesReconcileConstants.WAKE_KIND,
                        "Thing.x.dev",
                        KubernetesReconcileConstants.WAKE_NAME,
                        "c"));
        assertThat(engine.calls)
                .containsExactly(
                        "wake all Thing.x.dev ns/b",
                        "wake all Thing.x.dev other/a",
                        "wake all Other.y.dev ns/a",
                        "wake all by /x",
                        "wake all Thing.x.dev c");
    }

    @Test
    void whatIsNotKnownIsNoFailure() throws Exception {
        engine.known = 0;
        assertThat(send("all?externalId=/x", Map.of())).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    all                                  |          | nothing says what to wake: the option kind or the header CamelKubernetesReconcileWakeKind is missing
                    all?kind=Thing.x.dev                 |          | the option objectName or the header CamelKubernetesReconcileWakeName is missing
                    all                                  | Id=      | the option externalId or the header CamelKubernetesReconcileWakeId is missing
                    all?kind=Thing.x.dev&objectName=a    | Kind=x/Y | kind 'x/Y' is not KIND.GROUP
                    all?kind=x.dev/Thing                 |          | kind 'x.dev/Thing' is not KIND.GROUP
                    all?externalId=/x&kind=Thing.x.dev           |          | with the option externalId, leave out the options
                    all?kinds=x.dev/Thing&externalId=/x          |          | the option kinds is only for 'from'
                    """)
    void whatDoesNotSayWhomToWakeIsRefused(String address, String header, String reason) {
        Map<String, Object> headers =
                header == null
                        ? Map.of()
                        : Map.of(
                                "CamelKubernetesReconcileWake" + header.replaceFirst("=.*$", ""),
                                header.replaceFirst("^.*=", ""));
        assertThatThrownBy(() -> send(address, headers)).hasStackTraceContaining(reason);
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void aRouteThatBeginsHereTakesNoOptionOfSending() {
        assertThatThrownBy(() -> start("kubernetes-reconcile:all?kinds=x.dev/Thing&externalId=/x"))
                .hasStackTraceContaining("the option externalId is only for 'to'");
    }
}
