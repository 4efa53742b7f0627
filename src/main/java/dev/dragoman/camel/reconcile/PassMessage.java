package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.PassExchange;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Pass;
import org.apache.camel.Exchange;

/** What a route gets of a pass: the object as message body, and headers about it. */
public final class PassMessage {
    private PassMessage() {}

    /** Puts a pass into an exchange that is new. */
    public static void fill(Exchange exchange, Pass pass) {
        PassExchange.begin(exchange, pass);
        var message = exchange.getMessage();
        message.setBody(pass.object());
        message.setHeader(KubernetesReconcileConstants.GROUP, pass.key().group());
        message.setHeader(KubernetesReconcileConstants.KIND, pass.key().kind());
        message.setHeader(KubernetesReconcileConstants.NAMESPACE, pass.key().namespace());
        message.setHeader(KubernetesReconcileConstants.NAME, pass.key().name());
        message.setHeader(KubernetesReconcileConstants.UID, pass.uid());
        message.setHeader(
                KubernetesReconcileConstants.GENERATION, Fields.generation(pass.object()));
        message.setHeader(KubernetesReconcileConstants.CAUSE, pass.cause().name());
        message.setHeader(KubernetesReconcileConstants.NUMBER, pass.number());
        message.setHeader(KubernetesReconcileConstants.GONE, pass.gone());
    }
}
