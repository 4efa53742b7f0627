package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Shows a pod whose container refers to the exported Secret: it waits until the Secret exists, and
 * then runs. The node is simulated, so no container is started.
 */
final class ApplicationDemo {
    static final String NAME = "orders";
    static final String SECRET = "orders-storage";
    private static final String FILE = "application.yaml";

    private final ControlPlane plane;
    private final Install install;
    private final String namespace;
    private final NamespaceDemo.Patience patience;
    private final Consumer<String> say;

    ApplicationDemo(
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

    /**
     * Creates the pod and shows that it waits for its Secret.
     *
     * @throws DemoFailed when it runs without the Secret
     */
    void waits() {
        // a controller creates this account; no pod is admitted without it
        patience.until(this::accountExists, () -> "no service account 'default' in " + namespace);
        say.accept(
                "kubectl apply -n %s -f %s     # a pod whose container needs the Secret %s"
                        .formatted(namespace, FILE, SECRET));
        var yaml = Install.resource("demo/" + FILE);
        var _ = install.apply(yaml, FILE, "-n", namespace, "--server-side");
        patience.until(
                () -> {
                    running().ifPresent(since -> fail("ran since " + since + " without " + SECRET));
                    return waiting().isPresent();
                },
                () -> "the pod's status does not name the missing Secret: " + listed());
        show();
        say.accept("  | " + waiting().orElse(""));
    }

    /**
     * Shows that the pod runs after its Secret was created.
     *
     * @param began start of the wait, in {@link System#nanoTime}
     * @throws DemoFailed when the pod ran before
     */
    void runs(long began) {
        patience.until(() -> running().isPresent(), () -> "the pod does not run: " + listed());
        var secret = plane.client().secrets().inNamespace(namespace).withName(SECRET).get();
        if (secret == null) {
            throw new DemoFailed("pod %s runs, and there is no Secret %s".formatted(NAME, SECRET));
        }
        var made = secret.getMetadata().getCreationTimestamp();
        running()
                .filter(since -> since.compareTo(made) < 0)
                .ifPresent(since -> fail("ran at %s, before %s at %s".formatted(since, SECRET, made)));
        say.accept(
                "Secret %s has the keys %s, and the pod that waited for it runs:"
                        .formatted(
                                SECRET, String.join(", ", new TreeSet<>(secret.getData().keySet()))));
        show();
        say.accept(Demo.step("Pod", NAME, "Running", began));
    }

    private static void fail(String how) {
        throw new DemoFailed("pod %s %s".formatted(NAME, how));
    }

    private boolean accountExists() {
        return plane.client().serviceAccounts().inNamespace(namespace).withName("default").get()
                != null;
    }

    private void show() {
        listed().lines().forEach(line -> say.accept("  | " + line));
    }

    private String listed() {
        return install.kubectl(List.of("get", "pod", NAME, "-n", namespace)).strip();
    }

    private Optional<String> waiting() {
        return state(ContainerState::getWaiting)
                .filter(state -> "CreateContainerConfigError".equals(state.getReason()))
                .map(ContainerStateWaiting::getMessage);
    }

    private Optional<String> running() {
        return state(ContainerState::getRunning).map(ContainerStateRunning::getStartedAt);
    }

    private <T> Optional<T> state(Function<ContainerState, T> part) {
        return Optional.ofNullable(
                        plane.client().pods().inNamespace(namespace).withName(NAME).get())
                .map(Pod::getStatus)
                .flatMap(status -> status.getContainerStatuses().stream().findFirst())
                .map(ContainerStatus::getState)
                .map(part);
    }
}
