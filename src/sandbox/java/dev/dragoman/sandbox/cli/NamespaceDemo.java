package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Shows that a ConfigMap becomes a namespace, and that the kubeconfig in its Secret works in that
 * namespace only.
 */
final class NamespaceDemo {
    private static final String REQUESTS = "nsplease-requests";
    private static final String SAMPLE = "namespace-request.yaml";

    private final ControlPlane plane;
    private final Install install;
    private final Patience patience;
    private final Consumer<String> say;

    /**
     * Waits for a condition, and fails with the text of {@code otherwise} when it is not met in
     * time.
     */
    interface Patience {
        void until(BooleanSupplier condition, Supplier<String> otherwise);
    }

    NamespaceDemo(ControlPlane plane, Install install, Patience patience, Consumer<String> say) {
        this.plane = plane;
        this.install = install;
        this.patience = patience;
        this.say = say;
    }

    void run() {
        var yaml = Install.manifest("samples/" + SAMPLE);
        var name =
                Serialization.unmarshal(yaml, GenericKubernetesResource.class)
                        .getMetadata()
                        .getName();
        say.accept("kubectl apply -f " + SAMPLE + "     # an empty ConfigMap in " + REQUESTS);
        var began = System.nanoTime();
        var _ = install.apply(yaml, SAMPLE);
        patience.until(
                () -> "Ready".equals(annotations(name).get("dragoman.dev/state")),
                () -> name + ": " + annotations(name).get("dragoman.dev/message"));
        say.accept(Demo.step("Namespace", name, "Ready", began));
        say.accept("With only the kubeconfig in Secret " + name + ":");
        say.accept("  | kubectl get pods             -> " + as(name, "get", "pods"));
        say.accept(
                "  | kubectl get pods -n default  -> " + as(name, "get", "pods", "-n", "default"));
    }

    private Map<String, String> annotations(String name) {
        var request = plane.client().configMaps().inNamespace(REQUESTS).withName(name).get();
        return request == null || request.getMetadata().getAnnotations() == null
                ? Map.of()
                : request.getMetadata().getAnnotations();
    }

    private String as(String name, String... arguments) {
        var secret = plane.client().secrets().inNamespace(REQUESTS).withName(name).get();
        try {
            var file = plane.directory().resolve("vended-kubeconfig");
            Files.write(file, Base64.getDecoder().decode(secret.getData().get("kubeconfig")));
            var command = new ArrayList<>(List.of(plane.kubectl().toString()));
            command.add("--kubeconfig=" + file);
            command.addAll(List.of(arguments));
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean worked = process.waitFor() == 0;
            boolean own = arguments.length == 2;
            if (worked != own) {
                throw new DemoFailed(
                        "kubectl %s with the vended credentials: %s"
                                .formatted(String.join(" ", arguments), said.strip()));
            }
            return worked ? "allowed" : "forbidden";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while kubectl ran");
        }
    }
}
