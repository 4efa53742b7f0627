package dev.dragoman.sandbox.controlplane;

import io.fabric8.kubernetes.client.KubernetesClient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The KEDA of one control plane: operator, metrics adapter and admission webhooks, each a process.
 * They use one service account with the roles of KEDA's manifests, which may read every object,
 * Secrets among them, and scale every kind. What KEDA does is thus in the audit log under one user.
 */
public final class Keda {
    private static final String MODULE = "github.com/kedacore/keda/v2";

    private final KedaLayout layout;
    private final Layout files;

    private Keda(KedaLayout layout, Layout files) {
        this.layout = layout;
        this.files = files;
    }

    /** Starts programs of the control plane. */
    interface Starter {
        /** Starts the program, with variables added to its environment. */
        Child start(Program program, List<String> flags, Map<String, String> environment);
    }

    /** Installs and starts it; returns when metrics are served and webhooks refuse. */
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
        // The operator listens last of all it does at its start.
        ControlPlane.await(operator, () -> listens(layout.metricsPort()), "did not listen");
        ControlPlane.await(webhooks, objects::webhooksAnswer, "did not refuse what it must");
        ControlPlane.await(adapter, objects::metricsAreServed, "was not reached");
        return new Keda(layout, files);
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * An empty directory for authorities, as files with PEM, that KEDA's scalers trust beside those
     * of the machine. KEDA reads it when its first client of HTTP is made, and never again: put the
     * file there before the first object with such a trigger.
     */
    public Path trusted() {
        return layout.trusted();
    }

    /** The output of {@code keda-operator}, which says what its scalers were answered. */
    public Path operatorLog() {
        return files.log(Program.KEDA_OPERATOR.name());
    }

    /** The user that KEDA is in the audit log. */
    public String user() {
        return AuditLog.serviceAccount(KedaLayout.NAMESPACE, KedaLayout.ACCOUNT);
    }
}
