package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Shows that a CDTarget becomes agents and NetworkPolicies, and that a CDTarget cannot open the
 * metadata service of the nodes.
 */
final class AgentDemo {
    private static final String SAMPLE = "build-agents.yaml";
    private static final String METADATA = "169.254.169.254";

    private final ControlPlane plane;
    private final Install install;
    private final String namespace;
    private final NamespaceDemo.Patience patience;
    private final Consumer<String> say;

    AgentDemo(
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
        var target = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        var name = target.getMetadata().getName();
        var secret =
                List.of(
                        "create",
                        "secret",
                        "generic",
                        "agents-token",
                        "--from-literal=AZP_TOKEN=none",
                        "-n",
                        namespace);
        say.accept("kubectl " + String.join(" ", secret));
        var _ = install.kubectl(secret);
        say.accept(
                "kubectl apply -n %s -f %s     # build agents, and two addresses"
                        .formatted(namespace, SAMPLE));
        var began = System.nanoTime();
        var _ = install.apply(yaml, SAMPLE, "-n", namespace, "--server-side");
        patience.until(
                () -> "True".equals(condition(target).get("status")),
                () -> name + ": " + condition(target).get("message"));
        say.accept(Demo.step("CDTarget", name, "Ready", began));
        say.accept("  | open: " + open(name));
        say.accept("The team also asks for the nodes' metadata service, " + METADATA);
        var patch =
                "[{\"op\": \"add\", \"path\": \"/spec/ip/-\", \"value\": \"%s\"}]".formatted(METADATA);
        var _ =
                install.kubectl(
                        List.of(
                                "patch",
                                "cdtarget",
                                name,
                                "--type=json",
                                "-p",
                                patch,
                                "-n",
                                namespace));
        patience.until(
                () -> "InvalidTargets".equals(condition(target).get("reason")),
                () -> name + ": " + condition(target).get("message"));
        say.accept("  | " + condition(target).get("message"));
        var now = open(name);
        if (now.contains(METADATA)) {
            throw new DemoFailed("the metadata service is open: " + now);
        }
        say.accept("  | open: " + now);
    }

    private Map<String, Object> condition(GenericKubernetesResource target) {
        var now =
                plane.client()
                        .genericKubernetesResources(target.getApiVersion(), target.getKind())
                        .inNamespace(namespace)
                        .withName(target.getMetadata().getName())
                        .get();
        return Demo.condition(now);
    }

    /** The addresses that the NetworkPolicy of this name opens for egress. */
    private String open(String name) {
        return String.join(
                ", ",
                plane
                        .client()
                        .network()
                        .v1()
                        .networkPolicies()
                        .inNamespace(namespace)
                        .withName(name)
                        .get()
                        .getSpec()
                        .getEgress()
                        .stream()
                        .flatMap(rule -> rule.getTo().stream())
                        .map(peer -> peer.getIpBlock().getCidr())
                        .toList());
    }
}
