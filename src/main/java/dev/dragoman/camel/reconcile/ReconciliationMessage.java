package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Reconciliation;
import org.apache.camel.Exchange;

/**
 * Fills the message of a reconciliation: the body is the object, and headers describe the
 * reconciliation.
 */
public final class ReconciliationMessage {
    private ReconciliationMessage() {}

    /** Fills a new exchange with the reconciliation and its message. */
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
