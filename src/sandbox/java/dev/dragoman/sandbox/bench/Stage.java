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
 * The control plane and the local Azure of one scenario, with kinds and rights installed. Operators
 * have the rights of {@code kubernetes/base} and watch two namespaces, so that a third is free for
 * a baseline.
 */
final class Stage implements AutoCloseable {
    /** The first namespace that the operator watches. */
    static final String NAMESPACE = "bench";

    /** The second namespace that the operator watches. */
    static final String OTHER = "bench-other";

    /** The namespace for baselines, which the operator does not watch. */
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
            // the costs of the operator are measured, not the rate limits of Azure
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

    /**
     * Whether objects of the kinds can be created. Admission policies apply to new CRDs only a
     * moment after these are established.
     */
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

    /** Starts an operator with the options of {@link Setup#jvm} and waits until it is ready. */
    RunningOperator operator(Map<String, String> settings) {
        return operator(setup.jvm(), settings);
    }

    /** Starts an operator and waits until it is ready. */
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

    /** Starts an operator and returns at once. */
    RunningOperator launch(List<String> jvm, Map<String, String> settings) {
        var all = new HashMap<>(ProductionJvm.environment());
        all.put("AZURE_TARGET_NAMESPACES", NAMESPACE + "," + OTHER);
        all.putAll(settings);
        var process = OperatorProcess.start(jvm, pod, azure.environment(), all);
        // if the operator does not start, the error quotes the end of its log, so the file is not
        // needed
        process.dropLog();
        return new RunningOperator(process);
    }

    /** Starts a JVM with only a Kubernetes client. */
    BareProcess bare() {
        return bare(setup.jvm());
    }

    BareProcess bare(List<String> jvm) {
        return BareProcess.start(jvm, plane.adminKubeconfig());
    }

    /** Marks the start of counting: the end of the audit log now. Clears Azure's records. */
    Calls.Mark mark() {
        azure().control().clearExchanges();
        return new Calls.Mark(plane.audit().mark());
    }

    /** The operator's requests to the API server and to Azure since the mark. */
    Calls calls(Calls.Mark since) {
        return calls(since, OPERATOR);
    }

    /** The requests of baselines and of the benchmark itself since the mark. */
    Calls ownCalls(Calls.Mark since) {
        return calls(since, plane.adminUser());
    }

    /** Requests for Leases are not counted, because their number does not depend on the objects. */
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
