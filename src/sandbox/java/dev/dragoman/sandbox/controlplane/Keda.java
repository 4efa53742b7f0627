package dev.dragoman.sandbox.controlplane;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * KEDA of one control plane: operator, metrics adapter and admission webhooks, each a process. They
 * share one service account with the roles of KEDA's manifests, which may read every object,
 * including Secrets, and scale every kind. The audit log thus shows all requests of KEDA under one
 * user.
 */
public final class Keda {
    private static final String MODULE = "github.com/kedacore/keda/v2";

    private final KedaLayout layout;

    private Keda(KedaLayout layout) {
        this.layout = layout;
    }

    /** Starts a program of the control plane. */
    interface Starter {
        /** Starts the program, with variables added to its environment. */
        Child start(Program program, List<String> flags, Map<String, String> environment);
    }

    /**
     * Installs and starts KEDA. Returns when metrics are served and the webhooks refuse invalid
     * objects.
     */
    static Keda start(ControlPlane plane, KubernetesClient client, Layout files, Starter starter) {
        var layout = files.keda().orElseThrow();
        var manifests = GoSources.of("keda", MODULE, _ -> {}).resolve("config");
        var kubectl =
                List.of(plane.kubectl().toString(), "--kubeconfig=" + plane.adminKubeconfig());
        var objects = new KedaObjects(client, kubectl, layout, manifests);
        objects.kindsAndRights();
        var kubeconfig = plane.serviceAccountKubeconfig(KedaLayout.NAMESPACE, KedaLayout.ACCOUNT);
        var environment = KedaLayout.environment(kubeconfig);
        var operator = starter.start(Program.KEDA_OPERATOR, layout.operator(), environment);
        var adapter = starter.start(Program.KEDA_ADAPTER, layout.adapter(kubeconfig), environment);
        var webhooks = starter.start(Program.KEDA_WEBHOOKS, layout.webhooks(), environment);
        ControlPlane.await(webhooks, () -> listens(layout.webhookPort()), "did not listen");
        objects.webhooks();
        ControlPlane.await(adapter, () -> listens(layout.adapterPort()), "did not listen");
        objects.metrics();
        // opening this port is the last step of the operator's start
        ControlPlane.await(operator, () -> listens(layout.metricsPort()), "did not listen");
        ControlPlane.await(webhooks, objects::webhooksAnswer, "did not refuse an invalid ScaledObject");
        ControlPlane.await(
                adapter, objects::metricsAreServed, "was not reached by the API server");
        return new Keda(layout);
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * An empty directory for PEM files of CA certificates that KEDA's scalers trust besides those
     * of the machine. KEDA reads it only once, for its first HTTP client. So put the files there
     * before the first object with an HTTP trigger is created.
     */
    public Path trusted() {
        return layout.trusted();
    }

    /** The user name of KEDA in the audit log. */
    public String user() {
        return AuditLog.serviceAccount(KedaLayout.NAMESPACE, KedaLayout.ACCOUNT);
    }
}
