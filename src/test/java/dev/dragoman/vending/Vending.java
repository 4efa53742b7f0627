package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorAgent;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A requests namespace of its own on the shared API server, and the operator that serves it with
 * the rights of {@code kubernetes/base} and {@code kubernetes/vending}.
 */
final class Vending extends OperatorCluster {
    final String requests = namespace;
    private final String mark = Long.toString(System.nanoTime(), 36);

    Vending() {
        this(Account.VENDING);
    }

    /** By another account with the same rights. */
    Vending(Account account) {
        super(SharedControlPlane.shared(), account, "requests");
        account.installRequests(plane, requests);
        environment.put("DRAGOMAN_NAMESPACES", "on");
        environment.put("REQUESTS_NAMESPACE", requests);
    }

    /** A name that no other scenario has and the default rules accept. */
    String name(String part) {
        return "nsp-" + part + "-" + mark;
    }

    Vending start() {
        return start(Clock.systemUTC());
    }

    Vending start(Clock clock) {
        start(cluster(), clock);
        return this;
    }

    /** The operator, whose requests to the API server go through a proxy. */
    Vending start(FaultProxies proxies) {
        start(proxies.cluster(cluster(), OperatorAgent.of(requests)), Clock.systemUTC());
        return this;
    }

    ConfigMap request(String name) {
        return request(name, Map.of());
    }

    ConfigMap request(String name, Map<String, String> annotations) {
        return client().resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withNamespace(requests)
                                .withAnnotations(annotations)
                                .endMetadata()
                                .build())
                .create();
    }

    ConfigMap current(String name) {
        return client().configMaps().inNamespace(requests).withName(name).get();
    }

    Namespace namespace(String name) {
        return client().namespaces().withName(name).get();
    }

    Secret secret(String name) {
        return client().secrets().inNamespace(requests).withName(name).get();
    }

    String value(String name, String key) {
        var secret = secret(name);
        return secret == null
                ? ""
                : new String(
                        Base64.getDecoder().decode(secret.getData().get(key)),
                        StandardCharsets.UTF_8);
    }

    /** Waits until the request says so; returns its message. */
    String reason(String name, String reason) {
        await().untilAsserted(
                        () ->
                                assertThat(annotations(name))
                                        .containsEntry("dragoman.dev/reason", reason));
        return annotations(name).get("dragoman.dev/message");
    }

    Map<String, String> annotations(String name) {
        var now = current(name);
        return now == null || now.getMetadata().getAnnotations() == null
                ? Map.of()
                : now.getMetadata().getAnnotations();
    }

    void ready(String name) {
        var _ = reason(name, "CredentialsReady");
    }

    /** Reasons of the Events on the request, oldest first. */
    @Override
    public List<String> events(String name) {
        var byTime = new TreeMap<String, String>();
        client().events()
                .v1()
                .events()
                .inNamespace(requests)
                .list()
                .getItems()
                .forEach(
                        event -> {
                            if (name.equals(event.getRegarding().getName())) {
                                byTime.put(event.getEventTime().getTime(), event.getReason());
                            }
                        });
        return List.copyOf(byTime.values());
    }

    /** What kubectl says with nothing but the published kubeconfig. */
    Answer as(String name, String... arguments) {
        try {
            var file = Files.createTempFile("kubeconfig", ".yaml");
            Files.writeString(file, value(name, "kubeconfig"));
            var answer = kubectl(List.of("--kubeconfig=" + file), arguments);
            Files.delete(file);
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What kubectl says to the operator's account. */
    Answer operator(String... arguments) {
        return kubectl(List.of("--kubeconfig=" + kubeconfig()), arguments);
    }

    /** What kubectl says with a token and nothing else. */
    Answer bearer(String token, String... arguments) {
        return kubectl(
                List.of(
                        "--kubeconfig=/dev/null",
                        "--server=" + plane.server(),
                        "--certificate-authority=" + plane.caFile(),
                        "--token=" + token),
                arguments);
    }

    private Answer kubectl(List<String> bearer, String... arguments) {
        try {
            var command = new ArrayList<>(List.of(plane.kubectl().toString()));
            command.addAll(bearer);
            command.addAll(List.of(arguments));
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while kubectl ran");
        }
    }

    record Answer(int code, String said) {
        boolean forbidden() {
            return code != 0 && said.contains("orbidden");
        }
    }

    /** Writes of the operator that last, about one request, since the mark. */
    List<String> writes(AuditLog.Mark since, String name) {
        return plane.audit().writesBy(account.user(), since).stream()
                .filter(
                        e ->
                                e.name().equals(name)
                                        || e.name().startsWith(name + ".")
                                        || e.namespace().equals(name))
                .map(e -> e.verb() + " " + e.resource() + (e.code() < 400 ? "" : " " + e.code()))
                .toList();
    }
}
