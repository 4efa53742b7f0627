package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.reconcile.ObjectKey;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests a reconciliation of objects about which an external system has news. An object that the
 * subscription does not have is not a failure, because such a system may know more objects than the
 * cluster.
 */
public class KubernetesReconcileProducer extends DefaultProducer {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesReconcileProducer.class);

    private final KubernetesReconcileEndpoint endpoint;

    /** Creates a producer that wakes objects of the subscription that the endpoint names. */
    public KubernetesReconcileProducer(KubernetesReconcileEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /**
     * @throws IllegalArgumentException when the message and the options do not say what to wake
     */
    @Override
    public void process(Exchange exchange) {
        var wanted = WakeTarget.of(exchange.getMessage(), endpoint);
        if (wanted instanceof WakeTarget.Key(ObjectKey key) && inHand(exchange, key)) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: the route wakes %s, which it is reconciling, and would do so without end. To repeat after a pause, set %s to 'requeue 30s'"
                            .formatted(endpoint.getName(), key, Outcomes.OUTCOME));
        }
        var engine = endpoint.subscriptions();
        int woken =
                switch (wanted) {
                    case WakeTarget.Id(var id) -> engine.wakeById(endpoint.getName(), id);
                    case WakeTarget.Key(ObjectKey key) -> engine.wake(endpoint.getName(), key);
                };
        if (woken == 0) {
            LOG.debug(
                    "subscription {} has no {}, so no object is woken", endpoint.getName(), wanted);
        }
        exchange.getMessage().setHeader(KubernetesReconcileConstants.WOKEN, woken);
    }

    /**
     * Whether the exchange is a reconciliation of this object by the subscription that is to wake
     * it.
     */
    private boolean inHand(Exchange exchange, ObjectKey key) {
        return exchange.getFromEndpoint() instanceof KubernetesReconcileEndpoint from
                && from.getName().equals(endpoint.getName())
                && ReconciliationExchange.carried(exchange)
                        .filter(each -> each.key().equals(key))
                        .isPresent();
    }
}
