package dev.dragoman.camel.reconcile;

import static dev.dragoman.Patience.await;

import dev.dragoman.camel.Subscriptions;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciler;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What {@link KubernetesReconcileTest} and {@link ReconcileLimitsTest} have in common. */
abstract class KubernetesReconcileFixture {
    static final Reconciliation PASS =
            new Reconciliation(
                    new ObjectKey("x.dev", "Thing", "ns", "a"),
                    7,
                    Cause.EDITED,
                    Map.of("metadata", Map.of("generation", 3)),
                    "u1",
                    Instant.EPOCH);

    final FakeEngine engine = new FakeEngine();
    final CamelContext camel = new DefaultCamelContext();
    Processor step = exchange -> {};

    @BeforeEach
    void bind() {
        camel.getRegistry().bind(Subscriptions.BEAN, engine);
    }

    @AfterEach
    void stop() {
        camel.stop();
    }

    void start(String uri) throws Exception {
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from(uri).routeId("r").process(exchange -> step.process(exchange));
                    }
                });
        camel.start();
    }

    Outcome reconciliation() throws Exception {
        return engine.reconciler.reconcile(PASS);
    }

    /** Before the route starts, the worker has come as far as it can. */
    static RoutePolicySupport before(Thread worker) {
        return new RoutePolicySupport() {
            @Override
            public void onStart(Route route) {
                worker.start();
                await().until(
                                () ->
                                        worker.getState() == Thread.State.WAITING
                                                || worker.getState() == Thread.State.TERMINATED);
            }
        };
    }

    static Outcome outcome(Reconciler reconciler) {
        try {
            return reconciler.reconcile(PASS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the header says that the producer sets. */
    int send(String address, Map<String, Object> headers) throws Exception {
        camel.start();
        try (var producer = camel.createProducerTemplate()) {
            var sent =
                    producer.send(
                            "kubernetes-reconcile:" + address,
                            exchange -> exchange.getMessage().setHeaders(new HashMap<>(headers)));
            if (sent.getException() != null) {
                throw sent.getException();
            }
            return sent.getMessage().getHeader(KubernetesReconcileConstants.WOKEN, Integer.class);
        }
    }

    static final class FakeEngine implements Subscriptions, Subscriptions.Running {
        final List<String> calls = new ArrayList<>();
        int known = 1;
        List<KindSelector> kinds = List.of();
        Set<String> namespaces = Set.of();
        Reconciler reconciler;
        Subscriptions.Options options;

        @Override
        public Running subscribe(
                String name,
                List<KindSelector> wanted,
                Set<String> only,
                Reconciler called,
                Subscriptions.Options how) {
            if (name.equals("refused")) {
                throw new IllegalStateException("refused by the engine");
            }
            kinds = wanted;
            namespaces = only;
            reconciler = called;
            options = how;
            return this;
        }

        @Override
        public int wake(String name, ObjectKey key) {
            calls.add("wake %s %s".formatted(name, key));
            return known;
        }

        @Override
        public int wakeById(String name, String id) {
            calls.add("wake %s by %s".formatted(name, id));
            return known;
        }

        @Override
        public void pause() {
            calls.add("pause");
        }

        @Override
        public void resume() {
            calls.add("resume");
        }

        @Override
        public void stop(Duration grace) {
            calls.add("stop " + grace);
        }

        @Override
        public int running() {
            return 0;
        }
    }
}
