package dev.dragoman.sandbox.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of the demo. Each prints how many seconds it took. */
final class Demo {
    /** A short sync period, so that the repair of drift can be seen; the default is an hour. */
    private static final Map<String, String> OPERATOR_SETTINGS =
            Map.of(
                    "AZURE_SYNC_PERIOD",
                    "10s",
                    "DRAGOMAN_NAMESPACES",
                    "on",
                    "DRAGOMAN_CDTARGETS",
                    "on",
                    "DRAGOMAN_DISCOVERY",
                    "on",
                    "DRAGOMAN_CERTIFICATES_PROPAGATION",
                    "1s",
                    "DRAGOMAN_KEY_VAULT_SUFFIXES",
                    "vault.azure.net",
                    // only the vaults need the proxy; all other addresses are on localhost
                    "NO_PROXY",
                    "localhost,127.0.0.1");

    private static final String NAMESPACE = "demo";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration OPERATION = Duration.ofSeconds(1);
    private static final String TEAM = "/tags/team";

    private final ControlPlane plane;
    private final Install install;
    private final OperatorProcess operator;
    private final AzureSandbox localAzure;
    private final SandboxControl azure;
    private final Map<String, String> environment;
    private final Consumer<String> say;

    Demo(Sandbox sandbox, OperatorProcess operator, Consumer<String> say) {
        this.plane = sandbox.plane();
        this.install = new Install(plane);
        this.operator = operator;
        this.localAzure = sandbox.part(AzurePart.RunningAzure.class).azure();
        this.azure = localAzure.control();
        this.environment = sandbox.environment();
        this.say = say;
    }

    /** The kinds that the demo needs, in the form of {@link Install#kindsAndRights}. */
    static List<String> kinds() {
        return Stream.concat(Install.sampleKinds().stream(), VaultDemo.KINDS.stream()).toList();
    }

    /** The operator's settings, with the proxy to the vaults of the local Azure. */
    static Map<String, String> settings(Sandbox sandbox, Path overlays) {
        var settings = new HashMap<>(OPERATOR_SETTINGS);
        settings.put("DRAGOMAN_OVERLAYS", overlays.toString());
        settings.put("HTTPS_PROXY", sandbox.part(AzurePart.RunningAzure.class).azure().vaultProxy());
        return settings;
    }

    static String step(String what, String name, String state, long began) {
        var seconds = (System.nanoTime() - began) / 1e9;
        return String.format(
                Locale.ROOT, "  %-36s %-16s %-10s %5.1f s", what, name, state, seconds);
    }

    /**
     * Runs all steps.
     *
     * @throws DemoFailed naming the step that failed
     */
    void run() {
        azure.retryAfter(1);
        azure.operationDuration(".*", OPERATION);
        say.accept("");
        say.accept(
                "For this demo an operation of the local Azure takes %d s, and the operator compares"
                        .formatted(OPERATION.toSeconds()));
        say.accept(
                "with Azure every %s (AZURE_SYNC_PERIOD; 1h by default)."
                        .formatted(OPERATOR_SETTINGS.get("AZURE_SYNC_PERIOD")));
        say.accept("");
        run(List.of("create", "namespace", NAMESPACE));
        // the operator has no right to Secrets of a namespace by default
        run(Install.grantCommand(NAMESPACE));
        var application =
                new ApplicationDemo(plane, install, NAMESPACE, this::until, say);
        application.waits();
        say.accept("");
        var began = System.nanoTime();
        samples();
        say.accept("");
        application.runs(began);
        say.accept("");
        new VaultDemo(plane, install, localAzure, NAMESPACE, this::until, say).run();
        say.accept("");
        edit();
        drift();
        say.accept("");
        new TeamDemo(plane, install, localAzure, this::until, say).run();
        say.accept("");
        new NamespaceDemo(plane, install, this::until, say).run();
        say.accept("");
        new AgentDemo(plane, install, NAMESPACE, this::until, say).run();
        say.accept("");
        new DiscoveryDemo(plane, install, NAMESPACE, this::until, say).run();
    }

    private void run(List<String> kubectl) {
        say.accept("kubectl " + String.join(" ", kubectl));
        var _ = install.kubectl(kubectl);
    }

    private void samples() {
        var files = Install.sampleFiles();
        say.accept("kubectl apply -n %s -f %s".formatted(NAMESPACE, String.join(" -f ", files)));
        var yaml =
                files.stream()
                        .map(file -> Install.manifest("samples/" + file))
                        .collect(Collectors.joining("\n---\n"));
        var applied =
                AppliedObjects.apply(plane, install, NAMESPACE, yaml, "samples.yaml", say);
        until(applied::allReady, applied::why);
        say.accept(
                step("Azure resources:", applied.count() + " objects", "all Ready", applied.began()));
    }

    /** The Ready condition; empty while there is none. */
    static Map<String, Object> condition(GenericKubernetesResource object) {
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions == null
                ? Map.of()
                : conditions.stream()
                        .filter(c -> "Ready".equals(c.get("type")))
                        .findFirst()
                        .orElse(Map.of());
    }

    private void edit() {
        say.accept("Edit: the tag 'team' of ResourceGroup orders becomes 'payments'");
        var yaml = Install.manifest("samples/resource-group.yaml");
        var edited = yaml.replace("team: orders", "team: payments");
        var group =
                AppliedObjects.apply(
                        plane, install, NAMESPACE, edited, "edited.yaml", _ -> {});
        until(() -> "payments".equals(team()) && group.allReady(), group::why);
        say.accept(step("ResourceGroup", "orders", "edited", group.began()));
    }

    private void drift() {
        say.accept("Drift: another client sets the tag to 'nobody' in Azure, without the operator");
        var tags = JsonNodeFactory.instance.objectNode();
        tags.putObject("tags").put("team", "nobody");
        var _ = azure.mutate(group(), tags);
        var began = System.nanoTime();
        until(
                () -> "payments".equals(team()),
                () -> "the tag 'team' of ResourceGroup orders is '" + team() + "' in Azure");
        say.accept(step("ResourceGroup", "orders", "repaired", began));
    }

    private String group() {
        return "/subscriptions/%s/resourceGroups/orders"
                .formatted(environment.get("AZURE_SUBSCRIPTION_ID"));
    }

    private String team() {
        return azure.get(group()).map(state -> state.at(TEAM).asText()).orElse("");
    }

    private void until(BooleanSupplier condition, Supplier<String> otherwise) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new DemoFailed(
                        "not Ready after %d s: %s"
                                .formatted(PATIENCE.toSeconds(), otherwise.get()));
            }
            operator.pause();
        }
    }

    /** Prints commands with which the user can continue. */
    void lookAround() {
        var control = environment.get("DRAGOMAN_SANDBOX_CONTROL").replaceAll("/$", "");
        say.accept("");
        say.accept("Look around, in another terminal:");
        say.accept("  export KUBECONFIG=" + plane.adminKubeconfig());
        say.accept("  alias kubectl=" + plane.kubectl());
        say.accept("  kubectl get azure -n " + NAMESPACE);
        say.accept("  kubectl describe pod orders -n " + NAMESPACE);
        say.accept("  kubectl describe storageaccount ordersdragoman -n " + NAMESPACE);
        say.accept("  curl " + control + "/resources          # what exists in the local Azure");
        say.accept("  curl " + control + "/counts             # how often it got each request");
        say.accept("  curl " + operator.management() + "/metrics");
        say.accept("  less " + operator.log());
        say.accept("");
        say.accept("Ctrl-C stops the operator, the local Azure and the control plane.");
    }
}
