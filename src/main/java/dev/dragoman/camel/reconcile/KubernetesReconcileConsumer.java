package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.Deadline;
import dev.dragoman.camel.EarlierConflicts;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.StartupListener;
import org.apache.camel.Suspendable;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultConsumer;

/**
 * Runs one exchange for each reconciliation of the engine, on the engine's thread. Only the engine
 * retries: a redelivery of Camel would block a worker and repeat a step with outdated input.
 */
public class KubernetesReconcileConsumer extends DefaultConsumer
        implements ShutdownAware, Suspendable {
    private static final Duration LATER = Duration.ofSeconds(1);

    /** Time in which steps may handle the interrupt of their reconciliation. */
    private static final Duration HANDLING = Duration.ofSeconds(30);

    private final KubernetesReconcileEndpoint endpoint;
    private final FailureLog failures = new FailureLog();

    /** Counted down when all routes have started: Camel starts them one after the other. */
    private final CountDownLatch routesStarted = new CountDownLatch(1);

    private volatile Subscriptions.Running running;
    private SubscriptionHealthCheck health;
    private boolean paused;

    public KubernetesReconcileConsumer(KubernetesReconcileEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (!endpoint.isEnabled()) {
            return;
        }
        getEndpoint().getCamelContext().addStartupListener(new Opening(routesStarted));
        running =
                endpoint.subscriptions()
                        .subscribe(
                                endpoint.getName(),
                                endpoint.selectors(),
                                endpoint.onlyNamespaces(),
                                this::reconcile,
                                endpoint.options());
        var registry = HealthCheckHelper.getHealthCheckRegistry(endpoint.getCamelContext());
        if (registry != null) {
            health = new SubscriptionHealthCheck(endpoint.getName(), running);
            health.setCamelContext(endpoint.getCamelContext());
            registry.register(health);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (health != null) {
            HealthCheckHelper.getHealthCheckRegistry(endpoint.getCamelContext()).unregister(health);
            health = null;
        }
        if (running != null) {
            pause();
            routesStarted.countDown();
            running.stop(Duration.ofMillis(endpoint.getStopGrace()));
            running = null;
            paused = false;
        }
        super.doStop();
    }

    @Override
    protected void doSuspend() throws Exception {
        pause();
    }

    @Override
    protected synchronized void doResume() throws Exception {
        if (running != null) {
            running.resume();
        }
        paused = false;
    }

    /** Pauses the subscription only once, although Camel announces a stop up to three times. */
    private synchronized void pause() {
        if (running != null && !paused) {
            running.pause();
            paused = true;
        }
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask task) {
        return false;
    }

    @Override
    public int getPendingExchangesSize() {
        var now = running;
        return now == null ? 0 : now.running();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        pause();
    }

    Outcome reconcile(Reconciliation reconciliation) throws InterruptedException {
        routesStarted.await();
        if (!isRunAllowed()) {
            // this route was stopped before all routes had started
            return new Outcome.RequeueAfter(LATER);
        }
        var exchange = createExchange(false);
        try {
            fill(exchange, reconciliation);
            OwnState.set(
                    exchange, EarlierConflicts.class, failures.conflicts(reconciliation.key()));
            Deadline.set(exchange, endpoint.options().passTimeout().plus(HANDLING));
            try {
                getProcessor().process(exchange);
            } catch (Exception e) {
                exchange.setException(e);
            }
            var outcome = Outcomes.of(exchange);
            if (Outcomes.isOfAStep(exchange)) {
                failures.succeeded(reconciliation);
            } else {
                failures.failed(reconciliation, outcome, Outcomes.failure(exchange));
            }
            return outcome;
        } finally {
            releaseExchange(exchange, false);
        }
    }

    /**
     * Counts the latch down once the context has started. If the listener is added after that,
     * Camel calls only {@code onCamelContextStarted}, with {@code alreadyStarted}.
     */
    private record Opening(CountDownLatch latch) implements StartupListener {
        @Override
        public void onCamelContextStarted(CamelContext context, boolean alreadyStarted) {
            if (alreadyStarted) {
                latch.countDown();
            }
        }

        @Override
        public void onCamelContextFullyStarted(CamelContext context, boolean alreadyStarted) {
            latch.countDown();
        }
    }

    /**
     * Fills a new exchange with the reconciliation and its message: the body is the object, and
     * headers describe the reconciliation.
     */
    public static void fill(Exchange exchange, Reconciliation reconciliation) {
        ReconciliationExchange.begin(exchange, reconciliation);
        var message = exchange.getMessage();
        message.setBody(
                ReconciliationExchange.shown(reconciliation.key(), reconciliation.object()));
        message.setHeader(KubernetesReconcileConstants.GROUP, reconciliation.key().group());
        message.setHeader(KubernetesReconcileConstants.KIND, reconciliation.key().kind());
        message.setHeader(KubernetesReconcileConstants.NAMESPACE, reconciliation.key().namespace());
        message.setHeader(KubernetesReconcileConstants.NAME, reconciliation.key().name());
        message.setHeader(KubernetesReconcileConstants.UID, reconciliation.uid());
        message.setHeader(
                KubernetesReconcileConstants.GENERATION,
                Fields.generation(reconciliation.object()));
        message.setHeader(KubernetesReconcileConstants.CAUSE, reconciliation.cause().name());
        message.setHeader(KubernetesReconcileConstants.NUMBER, reconciliation.number());
        message.setHeader(KubernetesReconcileConstants.GONE, reconciliation.gone());
        message.setHeader(
                KubernetesReconcileConstants.DELETING, Fields.deleting(reconciliation.object()));
    }
}
