package dev.dragoman.capability;

import dev.dragoman.Operator;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The capability of docs/writing-a-capability.md for scenarios: its kind, its rights, its route.
 */
public final class CopiedConfigs {
    public static final String API_VERSION = "copied.example.com/v1";
    public static final String KIND = "CopiedConfig";
    public static final String LABEL = "copied.example.com/uid";

    private CopiedConfigs() {}

    /** Kind and rights. */
    public static void install(ControlPlane plane) {
        var _ =
                new Install(plane)
                        .apply(
                                CapabilityPage.get().file("kubernetes/copies/copies.yaml"),
                                "copied-config.yaml");
    }

    /** Takes the rights back, which would hide which ones the operator needs itself. */
    public static void revoke(ControlPlane plane) {
        var _ = plane.client().rbac().clusterRoleBindings().withName("copied-config").delete();
    }

    /** An operator that has it besides its own. */
    public static Operator start(Config cluster, Map<String, String> environment) {
        var settings = new HashMap<>(environment);
        settings.put("DRAGOMAN_OVERLAYS", CapabilityPage.get().routes().toString());
        var clock = Clock.systemUTC();
        return Operator.start(
                cluster,
                settings,
                clock,
                SteadyClock.from(clock),
                () -> {},
                CapabilityPage.get().providers());
    }

    /** One that copies. */
    public static GenericKubernetesResource object(String name, String source, List<String> to) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(API_VERSION);
        object.setKind(KIND);
        object.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMeta());
        object.getMetadata().setName(name);
        object.setAdditionalProperty("spec", Map.of("configMap", source, "namespaces", to));
        return object;
    }

    /** Reason of the condition Ready, empty while there is none. */
    public static String reason(KubernetesClient client, String namespace, String name) {
        var now = read(client, namespace, name);
        return now.flatMap(
                        o ->
                                Optional.ofNullable(
                                        o.<String>get("status", "conditions", 0, "reason")))
                .orElse("");
    }

    public static Optional<GenericKubernetesResource> read(
            KubernetesClient client, String namespace, String name) {
        return Optional.ofNullable(
                client.genericKubernetesResources(API_VERSION, KIND)
                        .inNamespace(namespace)
                        .withName(name)
                        .get());
    }
}
