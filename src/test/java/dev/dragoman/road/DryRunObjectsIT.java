package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.GoSources;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link DryRunIT}, of the capabilities and compositions that make objects of the cluster. */
@Full
class DryRunObjectsIT {
    private static final String ALL = ".*";

    /**
     * Without statuses: how many of them are written depends on when the cluster's own controllers
     * get on.
     */
    private static final String EFFECTS = "(PUT|DELETE|apply|patch|delete|event) .*";

    private static final String NAME = "  name: agents\n";
    private static final String CONTOSO = "https://dev.azure.com/contoso";
    private static final String TOKEN = "hunter2-of-a-dry-run";

    /** Without Events too: which of its certificates are there first depends on the time. */
    private static final String WRITES = "(apply|patch|delete) .*";

    @TempDir private Path overlays;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "agent-pods",
                "agents-without-keda",
                "cilium",
                "disruption-budget",
                "egress-catalogue"
            })
    @ResourceLock("agents")
    void agents(String recipe) throws IOException {
        try (var road = new Road("dry-run", Account.AGENTS)) {
            road.install.kindsOfKeda();
            if (recipe.equals("cilium")) {
                var _ = road.kubectl("apply", "--server-side", "-f", cilium());
                var _ =
                        road.kubectl(
                                "label",
                                "namespace",
                                road.namespace,
                                "dragoman.dev/allow-networkpolicies=true");
            }
            road.environment.put("DRAGOMAN_CDTARGETS", "on");
            road.environment.put("DRAGOMAN_CDTARGETS_PORTS_NAMESPACE", road.namespace);
            var organisation = road.azure.organisation("contoso");
            road.environment.put(
                    "DRAGOMAN_CDTARGETS_HOSTS", URI.create(organisation).getAuthority());
            road.azure.devOps().organisation("contoso", TOKEN);
            var _ = road.azure.devOps().pool("contoso", "contoso-pool");
            with(road, recipe);
            var target = edit(sample("build-agents"), CONTOSO, organisation);
            var yaml =
                    recipe.equals("cilium")
                            ? target + "  hosts: [ packages.example.com ]\n"
                            : edit(target, NAME, NAME + "  labels: { artifacts: allowed }\n");
            try (var both = new DryRunComparison(road, overlays)) {
                both.apply("token", ALL, secret("agents-token", "AZP_TOKEN"));
                both.apply("first", EFFECTS, yaml);
                both.apply("edit", EFFECTS, edit(yaml, "10.20.0.1", "10.20.0.2"));
                gone(road, both, EFFECTS, "Deployment.apps", "agents");
                both.same("resync", EFFECTS, () -> {}, both.trial::resync);
                gone(road, both, EFFECTS, "CDTarget.cnad.gofound.nl", "agents");
            }
        }
    }

    @Test
    @ResourceLock("discovery")
    void certificates() throws IOException {
        try (var road = new Road("dry-run", Account.DISCOVERY)) {
            road.environment.put("DRAGOMAN_DISCOVERY", "on");
            with(road, "none");
            var yaml = sample("certificates");
            try (var both = new DryRunComparison(road, overlays)) {
                for (var each : yaml.split("---\n", -1)) {
                    both.apply("first", EFFECTS, each);
                }
                both.apply("edit", EFFECTS, edit(yaml, "hosts: [", "hosts: [other.example.com, "));
                gone(road, both, EFFECTS, "Secret", "example-server");
                both.same("resync", EFFECTS, () -> {}, both.trial::resync);
                gone(
                        road,
                        both,
                        EFFECTS,
                        "DiscoveryServiceCertificate.operator.marin3r.3scale.net",
                        "example-server");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "discovery-network"})
    @ResourceLock("discovery")
    void discoveryServices(String recipe) throws IOException {
        try (var road = new Road("dry-run", Account.DISCOVERY)) {
            road.environment.put("DRAGOMAN_DISCOVERY", "on");
            with(road, recipe);
            var _ =
                    road.kubectl(
                            "label",
                            "namespace",
                            road.namespace,
                            "dragoman.dev/allow-networkpolicies=true");
            var yaml = sample("discovery-service");
            try (var both = new DryRunComparison(road, overlays)) {
                both.apply("first", WRITES, yaml);
                both.apply("edit", WRITES, edit(yaml, "v0.13.3", "v0.13.4"));
                both.apply("envoys", WRITES, sample("envoy-deployment"));
                gone(road, both, WRITES, "Service", "marin3r-xds");
                both.same("resync", WRITES, () -> {}, both.trial::resync);
                gone(road, both, WRITES, "DiscoveryService.operator.marin3r.3scale.net", "xds");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "namespace-objects"})
    void namespaces(String recipe) throws IOException {
        try (var road = new Road("dry-run", Account.VENDING)) {
            road.account.installRequests(road.plane, road.namespace);
            road.environment.put("DRAGOMAN_NAMESPACES", "on");
            road.environment.put("REQUESTS_NAMESPACE", road.namespace);
            if (!recipe.equals("none")) {
                road.install.kindsOfKeda();
                var setting = "DRAGOMAN_NAMESPACES_KINDS";
                road.environment.put(setting, Recipe.of(recipe).setting(setting));
            }
            with(road, recipe);
            var name = "nsp-" + road.namespace;
            var yaml =
                    edit(
                            edit(sample("namespace-request"), "nsp-hello-there", name),
                            "nsplease-requests",
                            road.namespace);
            try (var both = new DryRunComparison(road, overlays)) {
                both.apply("first", EFFECTS, yaml);
                gone(road, both, EFFECTS, "Secret", name);
                both.same("resync", EFFECTS, () -> {}, both.trial::resync);
                gone(road, both, EFFECTS, "ConfigMap", name);
            }
        }
    }

    @Test
    @ResourceLock("teams")
    void teams() throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            var _ = road.install.kindsAndRightsOnce(TeamsComponent.KINDS);
            TeamsComponent.install(road, overlays);
            var platform = TeamsComponent.platform(road, "identities: { prefix: mi }\n");
            road.start();
            try (var both = new DryRunComparison(road, overlays)) {
                var effects = "(PUT|DELETE|apply|delete) .*";
                both.apply("platform", effects, platform);
                var teams =
                        sample("teams")
                                .replaceFirst("(?s)^.*?---\\n", "")
                                .replace("namespace: platform", "namespace: " + road.namespace)
                                .replace("name: red", "name: red-" + road.namespace)
                                .replace("name: blue", "name: blue-" + road.namespace);
                both.apply("teams", effects, teams);
                both.apply("edit", effects, edit(teams, "[web, worker]", "[web]"));
            }
            road.revoke();
        }
    }

    @Test
    void vaults() throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            road.azure.control().vaultRights(AzurePart.CLIENT, "all");
            road.environment.put("AZURE_SYNC_PERIOD", "2s");
            road.environment.put("HTTPS_PROXY", road.azure.vaultProxy());
            road.environment.put("NO_PROXY", "localhost");
            road.environment.put("DRAGOMAN_KEY_VAULT_SUFFIXES", "vault.azure.net");
            var _ =
                    road.install.kindsAndRightsOnce(
                            List.of(
                                    "keyvault.azure.com/Vault",
                                    "authorization.azure.com/RoleAssignment",
                                    "managedidentity.azure.com/FederatedIdentityCredential"));
            with(road, "none");
            var yaml =
                    sample("key-vault")
                            .replace("TENANT_ID", road.azure.tenantId())
                            .replace("OPERATOR_PRINCIPAL_ID", AzurePart.CLIENT)
                            .replace("ISSUER", "https://issuer.example.com")
                            .replace("NAMESPACE", road.namespace);
            try (var both = new DryRunComparison(road, overlays)) {
                both.apply("group", ALL, sample("resource-group"));
                both.apply("identity", ALL, sample("identity"));
                for (var each : yaml.split("---\n", -1)) {
                    both.apply("first", EFFECTS, each);
                }
                both.same("resync", EFFECTS, () -> {}, both.trial::resync);
                gone(road, both, EFFECTS, "StorageAccount.storage.azure.com", "ordersarchive");
            }
        }
    }

    /** Starts the operator with the files of a recipe. */
    private void with(Road road, String recipe) throws IOException {
        if (!recipe.equals("none")) {
            for (var file : Recipe.of(recipe).into(overlays, road::grant)) {
                // the catalogue is for some namespaces alone
                Files.writeString(
                        file,
                        Files.readString(file).replace("'team-a,", "'" + road.namespace + ","));
            }
            road.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
        }
        road.start();
    }

    /** Somebody deletes an object. */
    private static void gone(
            Road road, DryRunComparison both, String compared, String kind, String name) {
        var key =
                both.trial.keys().stream()
                        .filter(each -> each.name().equals(name))
                        .filter(
                                each ->
                                        kind.equals(
                                                each.group().isEmpty()
                                                        ? each.kind()
                                                        : each.kind() + "." + each.group()))
                        .filter(each -> each.namespace().equals(road.namespace))
                        .toList();
        assertThat(key).as("%s %s among %s", kind, name, both.trial.keys()).hasSize(1);
        both.same(
                "deletion of " + kind,
                compared,
                () -> {
                    var _ =
                            road.kubectl(
                                    "delete",
                                    kind.toLowerCase(Locale.ROOT) + "/" + name,
                                    "--wait=false");
                },
                () -> both.trial.delete(key.getFirst()));
    }

    private static String cilium() {
        return GoSources.of("cilium", "github.com/cilium/cilium", _ -> {})
                .resolve("pkg/k8s/apis/cilium.io/client/crds/v2/ciliumnetworkpolicies.yaml")
                .toString();
    }

    private static String sample(String name) {
        return Install.manifest("samples/" + name + ".yaml");
    }

    private static String edit(String yaml, String from, String to) {
        assertThat(yaml).contains(from);
        return yaml.replace(from, to);
    }

    private static String secret(String name, String key) {
        return """
               apiVersion: v1
               kind: Secret
               metadata: { name: %s }
               stringData: { %s: %s }
               """
                .formatted(name, key, TOKEN);
    }
}
