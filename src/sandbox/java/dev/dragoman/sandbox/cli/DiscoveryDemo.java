package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Shows a DiscoveryService with its certificates, and the replacement of its CA while it runs. */
final class DiscoveryDemo {
    private static final String SAMPLE = "discovery-service.yaml";
    private static final String API_VERSION = "operator.marin3r.3scale.net/v1alpha1";
    private static final String LAST = "Overlapping";

    private final ControlPlane plane;
    private final Install install;
    private final String namespace;
    private final NamespaceDemo.Patience patience;
    private final Consumer<String> say;

    DiscoveryDemo(
            ControlPlane plane,
            Install install,
            String namespace,
            NamespaceDemo.Patience patience,
            Consumer<String> say) {
        this.plane = plane;
        this.install = install;
        this.namespace = namespace;
        this.patience = patience;
        this.say = say;
    }

    void run() {
        var yaml = Install.manifest("samples/" + SAMPLE);
        var name =
                Serialization.unmarshal(yaml, GenericKubernetesResource.class)
                        .getMetadata()
                        .getName();
        say.accept(
                "kubectl apply -n %s -f %s     # for Envoy, with certificates of its own"
                        .formatted(namespace, SAMPLE));
        var began = System.nanoTime();
        var _ = install.apply(yaml, SAMPLE, "-n", namespace, "--server-side");
        patience.until(() -> ready(name), () -> name + ": " + reason(name));
        say.accept(Demo.step("DiscoveryService", name, "Ready", began));
        rotate(name);
    }

    private void rotate(String name) {
        var ca = "marin3r-ca-cert-" + name;
        var annotate =
                List.of("annotate", "dsc", ca, "dragoman.dev/renew=now", "-n", namespace);
        say.accept("kubectl " + String.join(" ", annotate));
        var began = System.nanoTime();
        var before = secret(ca);
        var _ = install.kubectl(annotate);
        Set<String> phases = new LinkedHashSet<>();
        patience.until(
                () -> {
                    var phase = phase(ca);
                    if (!phase.isEmpty() && phases.add(phase)) {
                        say.accept("  | " + phase);
                    }
                    return phase.equals(LAST) && ready(name);
                },
                () -> ca + " is in phase " + phase(ca) + "; " + name + ": " + reason(name));
        if (before.equals(secret(ca))) {
            throw new DemoFailed(ca + " has the same certificate as before");
        }
        say.accept(Demo.step("DiscoveryServiceCertificate", ca, "replaced", began));
    }

    private String secret(String name) {
        return plane.client()
                .secrets()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getData()
                .get("tls.crt");
    }

    private GenericKubernetesResource get(String kind, String name) {
        return plane.client()
                .genericKubernetesResources(API_VERSION, kind)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    private boolean ready(String name) {
        return "True".equals(Demo.condition(get("DiscoveryService", name)).get("status"));
    }

    private Object reason(String name) {
        return Demo.condition(get("DiscoveryService", name)).get("message");
    }

    private String phase(String certificate) {
        var phase =
                get("DiscoveryServiceCertificate", certificate)
                        .<Object>get("status", "rotation", "phase");
        return phase == null ? "" : phase.toString();
    }
}
