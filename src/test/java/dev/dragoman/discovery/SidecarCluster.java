package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;

import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A namespace with a DiscoveryService, whose labelled pods get sidecars, and the operator with the
 * rights of {@code kubernetes/sidecars}. The API server reaches the webhook under an address of
 * this machine.
 */
final class SidecarCluster extends OperatorCluster {
    static final String WEBHOOK = "sidecars.dragoman.dev";
    static final String LABEL = "marin3r.3scale.net/status";

    private static final String CERTIFICATE = "dragoman-webhook";

    final int port;

    SidecarCluster() {
        super(SharedControlPlane.shared(), Account.SIDECARS, "sidecars");
        port = freePort();
        make(namespace, Map.of());
        client().namespaces()
                .withName(namespace)
                .edit(
                        each -> {
                            each.getMetadata()
                                    .getLabels()
                                    .put("pod-security.kubernetes.io/enforce", "restricted");
                            return each;
                        });
        environment.put("DRAGOMAN_DISCOVERY", "on");
        environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "300ms");
        environment.put("DRAGOMAN_WEBHOOK_PORT", Integer.toString(port));
        calls(port);
        apply(DiscoveryCluster.SERVICE);
        await().until(
                        () ->
                                client().serviceAccounts()
                                                .inNamespace(namespace)
                                                .withName("default")
                                                .get()
                                        != null);
    }

    static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The API server is to ask at another port. */
    void calls(int at) {
        var url = "https://127.0.0.1:%d/pod-v1-mutate".formatted(at);
        environment.put("DRAGOMAN_WEBHOOK_URL", url);
        kubectl(
                "patch",
                "validatingadmissionpolicy",
                account.policy("dragoman-sidecars"),
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/variables/0/expression\",\"value\":\"['%s']\"}]"
                        .formatted(url));
    }

    SidecarCluster start() {
        start(cluster(), Clock.systemUTC());
        registered();
        return this;
    }

    /** What the API server knows of the webhook; empty while it knows nothing. */
    Optional<MutatingWebhook> webhook() {
        return client()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(WEBHOOK)
                .get()
                .getWebhooks()
                .stream()
                .findFirst();
    }

    /** Waits until pods get sidecars. */
    void registered() {
        await().ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(() -> containers(dryRun("probe", Map.of())).contains("envoy-sidecar"));
    }

    static List<String> containers(Pod pod) {
        return pod.getSpec().getContainers().stream().map(each -> each.getName()).toList();
    }

    /** A labelled pod that Pod Security lets through. */
    Pod pod(String name, Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .addToLabels(LABEL, "enabled")
                .addToAnnotations("marin3r.3scale.net/node-id", "node")
                .addToAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withContainers(
                        new ContainerBuilder()
                                .withName("app")
                                .withImage("app")
                                .withNewSecurityContext()
                                .withAllowPrivilegeEscalation(false)
                                .withNewCapabilities()
                                .withDrop("ALL")
                                .endCapabilities()
                                .withRunAsNonRoot()
                                .withNewSeccompProfile()
                                .withType("RuntimeDefault")
                                .endSeccompProfile()
                                .endSecurityContext()
                                .build())
                .endSpec()
                .build();
    }

    Pod dryRun(String name, Map<String, String> annotations) {
        return client().resource(pod(name, annotations)).dryRun().create();
    }

    void renew(String certificate) {
        renew(account.namespace(), certificate);
    }

    void renew(String namespace, String certificate) {
        kubectl(
                "annotate",
                "--namespace",
                namespace,
                "--overwrite",
                "dsc",
                certificate,
                "dragoman.dev/renew=" + System.nanoTime());
    }

    /** Hash of the server's certificate, as its object says it. */
    String hash() {
        return find(
                        "operator.marin3r.3scale.net/v1alpha1",
                        "DiscoveryServiceCertificate",
                        account.namespace(),
                        CERTIFICATE)
                .map(each -> each.<String>get("status", "certificateHash"))
                .orElse("");
    }

    @Override
    public void close() {
        client().admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(WEBHOOK)
                .edit(
                        each -> {
                            each.setWebhooks(List.of());
                            return each;
                        });
        kubectl("delete", "discoveryservice", "--all", "--wait=" + started());
        stop();
        client().namespaces().withName(namespace).delete();
    }
}
