package dev.dragoman.sandbox.controlplane;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * A real control plane on this machine: API server, etcd and controller-manager, with RBAC, audit
 * log, token issuer, admission policies and garbage collection. It ends with {@link #close}, or
 * when the JVM ends or is killed.
 */
public final class ControlPlane implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration TOKEN_LIFE = Duration.ofHours(24);
    private static final int ATTEMPTS = 3;
    private static final List<Listener> LISTENERS = new CopyOnWriteArrayList<>();

    /** Notified of each control plane that this JVM starts. */
    public interface Listener {
        /** The control plane has its directory, and no process yet. */
        void prepared(ControlPlane plane);

        /** The control plane is ready. */
        void started(ControlPlane plane);
    }

    private final Options options;
    private final Layout layout;
    private final StateDirectory state;
    private final Binaries binaries;
    private final Guard guard;
    private final Api api;
    private final List<Child> others = new ArrayList<>();
    private final Thread hook = new Thread(this::end, "control-plane-end");
    private Child apiServer;
    private KubernetesClient client;
    private PodSecrets podSecrets;
    private Keda keda;
    private boolean closed;

    private ControlPlane(Options options, Binaries binaries, Layout layout) {
        this.options = options;
        this.binaries = binaries;
        this.layout = layout;
        this.state = new StateDirectory(layout.directory());
        this.guard = Guard.start();
        this.api = new Api(layout.server(), layout.caFile(), layout.adminToken());
    }

    /** Adds a listener. Call it before the first control plane is started. */
    public static void tell(Listener listener) {
        LISTENERS.add(listener);
    }

    /**
     * Starts a control plane and returns when it is ready. Fetches or builds missing programs
     * first.
     */
    public static ControlPlane start(Options options) {
        var binaries = new Binaries(options.progress());
        binaries.require(options.programs());
        for (var attempt = 1; ; attempt++) {
            options.directory().map(StateDirectory::new).ifPresent(StateDirectory::claim);
            var plane = new ControlPlane(options, binaries, Layout.create(options));
            try {
                plane.startAll();
                return plane;
            } catch (RuntimeException e) {
                // another process may have taken a port after Layout found it free
                var again = attempt < ATTEMPTS && plane.somePortIsTaken();
                plane.end();
                if (!again) {
                    throw e;
                }
            }
        }
    }

    private synchronized void startAll() {
        Runtime.getRuntime().addShutdownHook(hook);
        LISTENERS.forEach(each -> each.prepared(this));
        run(Program.ETCD, layout.etcd());
        startApiServer();
        run(options.controllerManager(), layout.controllerManager());
        if (options.pods()) {
            run(options.scheduler(), layout.scheduler());
            run(Program.KWOK, layout.kwok());
            api.create("/api/v1/nodes", Layout.NODE);
            await(
                    others.getLast(),
                    () -> api.contains(Layout.NODE_PATH, "\"reason\":\"KubeletReady\""),
                    "did not make its node ready");
        }
        // makes the issuer's discovery documents public, because Entra sends no token for them
        api.create(
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", Layout.ISSUER_IS_PUBLIC);
        await(
                others.get(1), // the controller-manager
                () -> api.answers("/api/v1/namespaces/default/serviceaccounts/default"),
                "did not make the first service account");
        layout.writeAdminKubeconfig();
        if (options.pods()) {
            podSecrets = PodSecrets.start(client());
        }
        if (options.keda()) {
            keda = Keda.start(this, client(), layout, this::run);
        }
        LISTENERS.forEach(each -> each.started(this));
    }

    private void run(Program program, List<String> flags) {
        var _ = run(program, flags, Map.of());
    }

    private Child run(Program program, List<String> flags, Map<String, String> environment) {
        var child = launch(program, flags, environment);
        others.add(child);
        record();
        return child;
    }

    private Child launch(Program program, List<String> flags, Map<String, String> environment) {
        var command = new ArrayList<String>();
        command.add(binaries.path(program).toString());
        command.addAll(flags);
        return Child.start(program.name(), command, environment, layout.log(program.name()));
    }

    /**
     * Tells the guard and the state directory of all running processes. Call it after each start,
     * so that both can end them.
     */
    private void record() {
        var processes = new ArrayList<StateDirectory.Recorded>();
        others.forEach(child -> processes.add(child.recorded()));
        if (apiServer != null) {
            processes.add(apiServer.recorded());
        }
        guard.watch(processes);
        processes.addFirst(
                StateDirectory.Recorded.of(StateDirectory.OWNER, ProcessHandle.current()));
        state.record(processes);
    }

    private boolean somePortIsTaken() {
        return others.stream().anyMatch(Child::saysThatItsPortIsTaken)
                || (apiServer != null && apiServer.saysThatItsPortIsTaken());
    }

    static void await(Child child, BooleanSupplier condition, String otherwise) {
        var end = System.nanoTime() + START_LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (child.endedWithin(50)) {
                throw child.failure("ended");
            }
            if (System.nanoTime() > end) {
                throw child.failure(otherwise + " within " + START_LIMIT.toSeconds() + " s");
            }
        }
    }

    /**
     * Starts the API server unless it runs, with the same port, data and keys as before. Returns
     * when it is ready.
     */
    public synchronized void startApiServer() {
        if (apiServer != null && apiServer.alive()) {
            return;
        }
        apiServer = launch(options.apiServer(), layout.apiServer(options), Map.of());
        record();
        await(apiServer, () -> api.answers("/readyz"), "was not ready");
        await(
                apiServer,
                () -> api.answers("/api/v1/namespaces/default"),
                "did not make its first namespace");
    }

    /**
     * Kills the API server, as a crash would; connections are refused afterwards. It is not ended
     * gracefully, because a graceful end waits a minute for open watches.
     */
    public synchronized void stopApiServer() {
        apiServer.kill();
        record();
    }

    /** A copy of all that etcd has stored, like a snapshot of it. */
    public synchronized Path snapshot() {
        var etcd = others.getFirst();
        etcd.signal("STOP");
        try {
            return layout.copyStorage();
        } finally {
            etcd.signal("CONT");
        }
    }

    /**
     * Puts a snapshot in place of what etcd has stored. Restarts etcd and then the API server, as
     * the documentation of Kubernetes asks for.
     */
    public synchronized void restore(Path snapshot) {
        stopApiServer();
        others.getFirst().kill();
        layout.replaceStorage(snapshot);
        others.set(0, launch(Program.ETCD, layout.etcd(), Map.of()));
        startApiServer();
    }

    /** Freezes the API server: connections stay open and get no answer. */
    public synchronized void pauseApiServer() {
        apiServer.signal("STOP");
    }

    public synchronized void resumeApiServer() {
        apiServer.signal("CONT");
    }

    /** Process id of the API server. It changes with each start. */
    public synchronized long apiServerProcess() {
        return apiServer.recorded().pid();
    }

    public Path directory() {
        return layout.directory();
    }

    public Path adminKubeconfig() {
        return layout.adminKubeconfig();
    }

    public Config adminConfig() {
        return Config.fromKubeconfig(adminKubeconfig().toFile());
    }

    /** A client with administrator rights. The control plane closes it; do not close it. */
    public synchronized KubernetesClient client() {
        if (client == null) {
            client = new KubernetesClientBuilder().withConfig(adminConfig()).build();
        }
        return client;
    }

    public URI server() {
        return layout.server();
    }

    /** The address of etcd, for tests that read or write stored objects. */
    public URI etcdAddress() {
        return URI.create("http://127.0.0.1:" + layout.etcdPort());
    }

    public Path caFile() {
        return layout.caFile();
    }

    /** The issuer ({@code iss}) of service account tokens. Its discovery documents are public. */
    public String issuer() {
        return layout.server().toString();
    }

    public Path auditLog() {
        return layout.auditLog();
    }

    public AuditLog audit() {
        return new AuditLog(auditLog());
    }

    /** The user name of the administrator in the audit log. */
    public String adminUser() {
        return Layout.ADMIN;
    }

    /**
     * KEDA of this control plane.
     *
     * @throws IllegalStateException when this control plane was started without
     *     {@link Options#withKeda}
     */
    public synchronized Keda keda() {
        if (keda == null) {
            throw new IllegalStateException("This control plane was started without KEDA");
        }
        return keda;
    }

    public Path kubectl() {
        return binaries.path(Program.KUBECTL);
    }

    /** A token of the service account for the audience, valid for a day. */
    public String serviceAccountToken(String namespace, String name, String audience) {
        return token(namespace, name, List.of(audience));
    }

    /** A file with a token of the service account for this API server. */
    public Path serviceAccountTokenFile(String namespace, String name) {
        return layout.writeSecret(namespace + "-" + name + ".token", token(namespace, name, List.of()));
    }

    /** A file with a token of the service account for another audience, as in a pod's volume. */
    public Path serviceAccountTokenFile(String namespace, String name, String audience) {
        var file = "%s-%s-%s.token".formatted(namespace, name, audience.replaceAll("\\W+", "-"));
        return layout.writeSecret(file, serviceAccountToken(namespace, name, audience));
    }

    /** A kubeconfig with a token of the service account for this API server. */
    public Path serviceAccountKubeconfig(String namespace, String name) {
        var token = token(namespace, name, List.of());
        return layout.writeKubeconfig(namespace + "-" + name, namespace, token);
    }

    private String token(String namespace, String name, List<String> audiences) {
        var request =
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(audiences)
                        .withExpirationSeconds(TOKEN_LIFE.toSeconds())
                        .endSpec()
                        .build();
        return client()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName(name)
                .tokenRequest(request)
                .getStatus()
                .getToken();
    }

    /** Ends all processes. A temporary directory is deleted; a named one is kept with its logs. */
    @Override
    public void close() {
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook does the work.
            return;
        }
        end();
    }

    private synchronized void end() {
        if (closed) {
            return;
        }
        closed = true;
        if (podSecrets != null) {
            podSecrets.close();
        }
        if (client != null) {
            client.close();
        }
        // killed, because a clean shutdown would only preserve data that is not used again
        if (apiServer != null) {
            apiServer.kill();
        }
        others.forEach(Child::kill);
        guard.close();
        try {
            if (options.directory().isEmpty()) {
                StateDirectory.delete(layout.directory());
            } else {
                Files.deleteIfExists(layout.adminKubeconfig());
                state.record(List.of());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
