package dev.dragoman.sandbox.controlplane;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Installs the objects of KEDA's manifests in the cluster. Two things differ from the manifests:
 * the API server reaches the programs on this machine, and a webhook that does not answer refuses
 * requests (KEDA ships {@code failurePolicy: Ignore}).
 */
final class KedaObjects {
    private static final List<String> RIGHTS =
            List.of(
                    "general/namespace.yaml",
                    "service_account/service_account.yaml",
                    "rbac/role.yaml",
                    "rbac/role_binding.yaml",
                    "metrics-server/role.yaml",
                    "metrics-server/role_binding.yaml");

    /**
     * A ScaledObject that KEDA's webhook refuses: its name is longer than a label's value may be.
     */
    private static final String REFUSED =
            """
            apiVersion: keda.sh/v1alpha1
            kind: ScaledObject
            metadata: {name: %s, namespace: %s}
            spec:
              scaleTargetRef: {name: none}
              triggers: [{type: kubernetes-workload, metadata: {podSelector: none, value: "1"}}]
            """
                    .formatted("a".repeat(64), KedaLayout.NAMESPACE);

    private final KubernetesClient client;
    private final List<String> kubectl;
    private final KedaLayout layout;
    private final Path manifests;

    /**
     * Installs KEDA in one control plane.
     *
     * @param client of an administrator
     * @param kubectl the command with the administrator's kubeconfig
     * @param manifests the directory {@code config} of KEDA's sources
     */
    KedaObjects(KubernetesClient client, List<String> kubectl, KedaLayout layout, Path manifests) {
        this.client = client;
        this.kubectl = kubectl;
        this.layout = layout;
        this.manifests = manifests;
    }

    /** Installs KEDA's CRDs, namespace, service account and roles. */
    void kindsAndRights() {
        apply("-k", manifests.resolve("crd").toString());
        var files = new ArrayList<String>();
        for (var file : RIGHTS) {
            files.add("-f");
            files.add(manifests.resolve(file).toString());
        }
        apply(files.toArray(String[]::new));
    }

    private void apply(String... arguments) {
        var command = new ArrayList<>(kubectl);
        command.addAll(List.of("apply", "--server-side"));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = process.getInputStream().readAllBytes();
            if (process.waitFor() != 0) {
                throw new ControlPlaneException(
                        "Cannot install KEDA: " + new String(said, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot run kubectl", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while installing KEDA", e);
        }
    }

    /**
     * Registers the metrics adapter with the API server. The adapter should listen already, because
     * the API server waits for some seconds between attempts.
     */
    void metrics() {
        // ExternalName, because endpoints of a Service must not be loopback addresses
        var service =
                new ServiceBuilder()
                        .withNewMetadata()
                        .withName(KedaLayout.ADAPTER_SERVICE)
                        .withNamespace(KedaLayout.NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withType("ExternalName")
                        .withExternalName("localhost")
                        .endSpec()
                        .build();
        var _ = client.resource(service).serverSideApply();
        var api = read("metrics-server/api_service.yaml", APIService.class);
        api.getSpec().getService().setPort(layout.adapterPort());
        api.getSpec().setCaBundle(layout.authorityBase64());
        var _ = client.resource(api).serverSideApply();
    }

    /** Whether the API server has reached the adapter. */
    boolean metricsAreServed() {
        var name =
                read("metrics-server/api_service.yaml", APIService.class).getMetadata().getName();
        var api = client.apiServices().withName(name).get();
        return api != null
                && api.getStatus() != null
                && api.getStatus().getConditions().stream()
                        .anyMatch(
                                each ->
                                        "Available".equals(each.getType())
                                                && "True".equals(each.getStatus()));
    }

    /** Registers KEDA's webhooks with the API server. */
    void webhooks() {
        var all = read("webhooks/validation_webhooks.yaml", ValidatingWebhookConfiguration.class);
        all.getWebhooks().forEach(this::redirect);
        var _ = client.resource(all).serverSideApply();
    }

    /** Makes the API server call the webhook on this machine. */
    private void redirect(ValidatingWebhook webhook) {
        var to = webhook.getClientConfig();
        to.setUrl("https://127.0.0.1:" + layout.webhookPort() + to.getService().getPath());
        to.setService(null);
        to.setCaBundle(layout.authorityBase64());
        webhook.setFailurePolicy("Fail");
    }

    /** Whether KEDA's webhook refuses an invalid ScaledObject. */
    boolean webhooksAnswer() {
        var wrong = Serialization.unmarshal(REFUSED, GenericKubernetesResource.class);
        try {
            var _ = client.resource(wrong).dryRun().create();
            return false;
        } catch (KubernetesClientException e) {
            return e.getMessage().contains("denied the request");
        }
    }

    private <T> T read(String file, Class<T> type) {
        try {
            return Serialization.unmarshal(Files.readString(manifests.resolve(file)), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
