package dev.dragoman.camel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.Deadline;
import dev.dragoman.camel.OwnState;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times and names that a trigger keeps. */
class ReconcileLimitsTest extends KubernetesReconcileFixture {
    /** Copies have it too, and no step takes it away. */
    @Test
    void noStepBeginsLongAfterItsTime() throws Exception {
        var ends = new ArrayList<Duration>();
        step =
                exchange -> {
                    exchange.removeProperties("*");
                    var deadline = OwnState.get(exchange.copy(), Deadline.class).orElseThrow();
                    ends.add(Duration.ofNanos(deadline.at() - System.nanoTime()));
                };
        start("kubernetes-reconcile:all?kinds=x.dev/Thing&passTimeout=60s");
        var _ = reconciliation();
        assertThat(ends.getFirst()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    resync=300         | the option resync is 300 ms; write a time of at least 1s
                    namespace=RAW(,)   | the option namespace is ',', which names no namespace
                    namespace=RAW( , ) | which names no namespace
                    """)
    void whatCannotBeMeantEndsTheStart(String option, String why) {
        assertThatThrownBy(() -> start("kubernetes-reconcile:all?kinds=x.dev/Thing&" + option))
                .hasStackTraceContaining(why);
    }

    @Test
    void aRouteDoesNotWakeWhatItHasInHand() throws Exception {
        step =
                exchange -> {
                    try (var producer =
                            exchange.getContext()
                                    .getEndpoint(
                                            "kubernetes-reconcile:all?kind=Thing.x.dev&objectNamespace=ns&objectName=a")
                                    .createAsyncProducer()) {
                        producer.process(exchange);
                    }
                };
        start("kubernetes-reconcile:all?kinds=x.dev/Thing");
        assertThat(reconciliation()).asString().contains("which it is reconciling", "requeue 30s");
        assertThat(engine.calls).noneMatch(each -> each.startsWith("wake"));
    }
}
