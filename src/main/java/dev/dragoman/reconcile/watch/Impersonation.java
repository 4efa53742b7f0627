package dev.dragoman.reconcile.watch;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;

/**
 * Sends requests as a ServiceAccount: the API server checks the rights of that account, and its
 * audit log names both.
 */
public final class Impersonation implements Interceptor {
    private final String account;

    private Impersonation(String account) {
        this.account = account;
    }

    /** The user name of a ServiceAccount. */
    public static String user(String namespace, String name) {
        return "system:serviceaccount:%s:%s".formatted(namespace, name);
    }

    /**
     * A client that acts as the user. It uses the connections of {@code client} until that is
     * closed, and need not be closed itself.
     *
     * @param account as {@link #user} writes it
     */
    public static KubernetesClient over(KubernetesClient client, String account) {
        var http =
                client.getHttpClient()
                        .newBuilder()
                        .addOrReplaceInterceptor("impersonation", new Impersonation(account))
                        .build();
        return new KubernetesClientImpl(
                http,
                client.getConfiguration(),
                BaseClient.DEFAULT_EXECUTOR_SUPPLIER,
                client.getKubernetesSerialization());
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        // the API server adds the groups of a ServiceAccount to this name by itself
        builder.setHeader("Impersonate-User", account);
    }
}
