package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.cli.OperatorProcess;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A control plane and a local Azure of a scenario's own, with kinds and rights installed. The
 * operators on it have the rights of {@code kubernetes/base} and look at two namespaces, so that the
 * other is free for a baseline.
 */
final class Stage implements AutoCloseable {
    /** Where the operator works. */
    static final String NAMESPACE = "bench";

    /** Another that the operator looks at. */
    static final String OTHER = "bench-other";

    /** Where it does not. */
    static final String BARE = "bare";

    private static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Setup setup;
    private final ControlPlane plane;
    private final AzurePart.RunningAzure azure;
    private final Install install;
    private final Map<String, String> pod;

    private Stage(Setup setup, ControlPlane plane, AzurePart.RunningAzure azure) {
        this.setup = setup;
        this.plane = plane;
        this.azure = azure;
        this.install = new Install(plane);
        install.kindsAndRights(Install.sampleKinds());
        this.pod = install.podEnvironment();
        for (var name : List.of(NAMESPACE, OTHER, BARE)) {
            plane.client()
                    .resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .endMetadata()
                                    .build())
                    .create();
        }
        Install.grantSecrets(plane.client(), NAMESPACE);
        Patience.until("the kinds are served", LIMIT, this::kindsServed);
    }

    static Stage start(Setup setup) {
        var plane = ControlPlane.start(Options.defaults().withProgress(setup.progress()));
        AzurePart.RunningAzure azure = null;
        try {
            azure = new AzurePart().start(plane);
            // what the operator costs is measured, not what Azure allows
            azure.azure().control().unlimited();
            return new Stage(setup, plane, azure);
        } catch (RuntimeException e) {
            if (azure != null) {
                azure.close();
            }
            plane.close();
            throw e;
        }
    }

    /** Admission learns of new kinds a moment after they are established. */
    private boolean kindsServed() {
        try {
            for (var type : Objects.Type.values()) {
                client().genericKubernetesResources(type.context())
                        .inNamespace(BARE)
                        .resource(Objects.object(type, "sample"))
                        .dryRun(true)
                        .create();
            }
            return true;
        } catch (KubernetesClientException notYet) {
            return false;
        }
    }

    KubernetesClient client() {
        return plane.client();
    }

    ControlPlane plane() {
        return plane;
    }

    Install install() {
        return install;
    }

    AzureSandbox azure() {
        return azure.azure();
    }

    /** An operator that is ready, with the options of {@link Setup#jvm}. */
    RunningOperator operator(Map<String, String> settings) {
        return operator(setup.jvm(), settings);
    }

    /** An operator that is ready. */
    RunningOperator operator(List<String> jvm, Map<String, String> settings) {
        var operator = launch(jvm, settings);
        try {
            operator.process().awaitReady();
            return operator;
        } catch (RuntimeException e) {
            operator.close();
            throw e;
        }
    }

    /** An operator that is just starting. */
    RunningOperator launch(List<String> jvm, Map<String, String> settings) {
        var all = new HashMap<>(ProductionJvm.environment());
        all.put("AZURE_TARGET_NAMESPACES", NAMESPACE + "," + OTHER);
        all.putAll(settings);
        var process = OperatorProcess.start(jvm, pod, azure.environment(), all);
        // an operator that does not start says so by the end of its log; nobody reads the rest
        process.dropLog();
        return new RunningOperator(process);
    }

    /** A JVM with a client of the API server and nothing else. */
    BareProcess bare() {
        return bare(setup.jvm());
    }

    BareProcess bare(List<String> jvm) {
        return BareProcess.start(jvm, plane.adminKubeconfig());
    }

    /** A place in the audit log and in Azure's: what came before does not count. */
    Calls.Mark mark() {
        azure().control().clearExchanges();
        return new Calls.Mark(plane.audit().mark());
    }

    /** What the operator asked of the API server and of Azure since the mark. */
    Calls calls(Calls.Mark since) {
        return calls(since, OPERATOR);
    }

    /** What baselines, and the benchmark itself, asked since the mark. */
    Calls ownCalls(Calls.Mark since) {
        return calls(since, plane.adminUser());
    }

    /** Without the Lease, which is renewed however many objects there are. */
    private Calls calls(Calls.Mark since, String user) {
        var events =
                plane.audit()
                        .since(
                                since.audit(),
                                event ->
                                        event.user().equals(user)
                                                && !event.resource().equals("leases"));
        return new Calls(events, azure().control().exchanges());
    }

    @Override
    public void close() {
        azure.close();
        plane.close();
    }
}
