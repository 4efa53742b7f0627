package dev.dragoman.kube;

import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Access;
import dev.dragoman.kube.object.Json;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Issues tokens of ServiceAccounts, and asks what a token allows. Thread-safe. */
public final class Tokens implements AutoCloseable {
    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static final String ACCESS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ApiServer api;
    private final KubernetesClient nobody;

    /**
     * @param client issues the tokens
     * @param cluster configuration for the same API server; its credentials are not used to check
     *     tokens
     * @param clients makes the client for a configuration
     */
    public Tokens(
            KubernetesClient client, Config cluster, Function<Config, KubernetesClient> clients) {
        this.api = new ApiServer(client);
        this.nobody = clients.apply(anonymous(cluster));
    }

    /**
     * The configuration without credentials: a client certificate would take precedence over the
     * token that is checked.
     */
    private static Config anonymous(Config cluster) {
        var config =
                new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(cluster.getMasterUrl())
                        .withCaCertData(cluster.getCaCertData())
                        .withCaCertFile(cluster.getCaCertFile())
                        .withTrustCerts(cluster.isTrustCerts())
                        .withDisableHostnameVerification(cluster.isDisableHostnameVerification())
                        .withTlsServerName(cluster.getTlsServerName())
                        .withHttpProxy(cluster.getHttpProxy())
                        .withHttpsProxy(cluster.getHttpsProxy())
                        .withNoProxy(cluster.getNoProxy())
                        .build();
        config.setRequestRetryBackoffLimit(0);
        return config;
    }

    /**
     * Issues a token that becomes invalid when the bound Secret is deleted.
     *
     * @param lifetime wanted lifetime; the API server may choose another, which the token contains
     * @param secretUid uid of the Secret, which is in the same namespace
     * @return the token; must be kept secret
     * @throws WriteConflict when account or Secret have just changed: try again
     * @throws WriteRefused when we may not issue tokens
     */
    public String issue(
            String namespace,
            String account,
            Duration lifetime,
            String secretName,
            String secretUid) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("expirationSeconds", lifetime.toSeconds());
        spec.put(
                "boundObjectRef",
                Map.of("apiVersion", "v1", "kind", "Secret", "name", secretName, "uid", secretUid));
        var request =
                new ApiServer.Request(
                        "POST",
                        "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                                .formatted(Target.encode(namespace), Target.encode(account)),
                        Map.of(),
                        ApiServer.JSON,
                        Map.of(
                                "apiVersion", "authentication.k8s.io/v1",
                                "kind", "TokenRequest",
                                "spec", spec),
                        "issue a token for ServiceAccount %s/%s".formatted(namespace, account));
        var reply = api.send(request);
        if (reply.code() == 404 || reply.code() == 409) {
            throw new WriteConflict(
                    request.doing()
                            + ": the account or the Secret has changed meanwhile; retrying");
        }
        var issued = Failures.orThrow(reply, request, true).body();
        return Json.text(Json.map(issued, "status"), "token");
    }

    /** User name of the token's bearer; empty when the API server refuses the token. */
    public Optional<String> bearer(String token) {
        var request =
                new ApiServer.Request(
                        "POST",
                        REVIEWS,
                        Map.of(),
                        ApiServer.JSON,
                        Map.of(
                                "apiVersion", "authentication.k8s.io/v1",
                                "kind", "SelfSubjectReview"),
                        "ask for the user of a token");
        var reply = new ApiServer(nobody, token).send(request);
        if (reply.code() == 401) {
            return Optional.empty();
        }
        var answer = Failures.orThrow(reply, request, true).body();
        return Optional.of(Json.text(Json.map(answer, "status", "userInfo"), "username"));
    }

    /** Whether the token's bearer has this access now; false when the token is refused. */
    public boolean may(String token, Access access) {
        var attributes = new LinkedHashMap<String, Object>();
        attributes.put("namespace", access.namespace());
        attributes.put("group", access.group());
        attributes.put("resource", access.resource());
        attributes.put("subresource", access.subresource());
        attributes.put("verb", access.verb());
        attributes.put("name", access.name());
        var request =
                new ApiServer.Request(
                        "POST",
                        ACCESS,
                        Map.of(),
                        ApiServer.JSON,
                        Map.of(
                                "apiVersion", "authorization.k8s.io/v1",
                                "kind", "SelfSubjectAccessReview",
                                "spec", Map.of("resourceAttributes", attributes)),
                        "ask whether a token's bearer may " + access);
        var reply = new ApiServer(nobody, token).send(request);
        if (reply.code() == 401) {
            return false;
        }
        var answer = Failures.orThrow(reply, request, true).body();
        return Boolean.TRUE.equals(Json.map(answer, "status").get("allowed"));
    }

    @Override
    public void close() {
        nobody.close();
    }
}
