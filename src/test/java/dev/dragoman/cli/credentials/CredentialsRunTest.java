package dev.dragoman.cli.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.cluster.ClusterRequests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is said of Secrets that no object tells anything of. */
class CredentialsRunTest {
    private static final String GLOBAL = "/api/v1/namespaces/ops/secrets/aso-controller-settings";
    private static final Map<String, String> WHO =
            Map.of(
                    "AZURE_SUBSCRIPTION_ID",
                    "00000000-0000-0000-0000-00000000000a",
                    "AZURE_TENANT_ID",
                    "tenant",
                    "AZURE_CLIENT_ID",
                    "client");

    private final Cluster cluster = new Cluster();
    private final List<String> said = new ArrayList<>();

    /** Answers of an API server without definitions of kinds. */
    private static final class Cluster extends ClusterRequests {
        private final Map<String, Map<String, Object>> secrets = new HashMap<>();
        private final List<Map<String, Object>> ofNamespaces = new ArrayList<>();
        private final List<Map<String, Object>> targets = new ArrayList<>();

        Cluster() {
            super(null);
            secrets.put("/api/v1/namespaces/ops", Map.of("kind", "Namespace"));
        }

        void global(Map<String, String> values) {
            secrets.put(GLOBAL, Map.of("data", encoded(values)));
        }

        void namespace(String name, Map<String, String> values) {
            ofNamespaces.add(
                    Map.of(
                            "metadata",
                            Map.of("namespace", name, "name", "aso-credential"),
                            "data",
                            encoded(values)));
        }

        private static Map<String, String> encoded(Map<String, String> values) {
            var data = new HashMap<String, String>();
            values.forEach(
                    (key, value) ->
                            data.put(
                                    key,
                                    Base64.getEncoder()
                                            .encodeToString(
                                                    value.getBytes(StandardCharsets.UTF_8))));
            return data;
        }

        @Override
        public Map<String, Object> find(String path) {
            return secrets.getOrDefault(path, Map.of());
        }

        @Override
        public void list(String path, String accept, Consumer<Map<String, Object>> each) {
            if (path.equals("/api/v1/secrets?fieldSelector=metadata.name%3Daso-credential")) {
                ofNamespaces.forEach(each);
            } else if (path.equals("/apis/cnad.gofound.nl/v1alpha1/cdtargets")) {
                targets.forEach(each);
            }
        }
    }

    private static Map<String, String> with(String key, String value) {
        var all = new HashMap<String, String>(WHO);
        all.put(key, value);
        return all;
    }

    private boolean run() {
        return run(false);
    }

    private boolean run(boolean forStrict) {
        boolean good =
                new CredentialsRun(cluster, Catalog.load(), "ops", said::add, forStrict).run();
        said.replaceAll(each -> each.replaceAll(" +", " "));
        return good;
    }

    @Test
    void anOperatorWithoutACredentialThatNobodyUsesIsNoFault() {
        assertThat(run()).isTrue();
        assertThat(said)
                .containsExactly(
                        "SECRET OBJECTS TYPE CLIENT SUBSCRIPTION LAST TOKEN",
                        "ops/aso-controller-settings 0 there is no such Secret",
                        "Identity mode: strict");
    }

    @Test
    void eachTypeIsNamedAndNoSecretIsShown() {
        cluster.global(with("AZURE_CLIENT_SECRET", "hidden"));
        cluster.namespace("a", with("AZURE_CLIENT_CERTIFICATE", "hidden"));
        cluster.namespace("b", WHO);
        assertThat(run()).isTrue();
        var rest = " client 00000000-0000-0000-0000-00000000000a not known yet";
        assertThat(said)
                .contains(
                        "ops/aso-controller-settings 0 client secret" + rest,
                        "a/aso-credential 0 certificate" + rest,
                        "b/aso-credential 0 workload identity" + rest)
                .noneMatch(each -> each.contains("hidden"));
    }

    private static Map<String, Object> target(String namespace, String client, String url) {
        return Map.of(
                "metadata",
                Map.of("namespace", namespace, "name", "agents"),
                "spec",
                Map.of("identity", Map.of("clientId", client), "config", Map.of("url", url)));
    }

    @Test
    void targetsThatWouldLoseTheirIdentityAreNamed() {
        cluster.global(with("DRAGOMAN_CDTARGETS_IDENTITIES", "a/one,c/three"));
        cluster.targets.add(target("a", "one", "https://dev.azure.com/x"));
        cluster.targets.add(target("b", "two", "https://dev.azure.com/x"));
        cluster.targets.add(target("c", "three", "https://attacker.example/x"));
        assertThat(run()).isFalse();
        assertThat(said)
                .endsWith(
                        "Identity mode: strict",
                        "CDTargets whose identity KEDA may not use:",
                        " b/agents: identity.clientId 'two' is not given to namespace b; the cluster's administrator adds b/two to DRAGOMAN_CDTARGETS_IDENTITIES",
                        " c/agents: with identity, config.url must be an address that the cluster's administrator allows: host attacker.example is not allowed: DRAGOMAN_CDTARGETS_HOSTS has dev.azure.com, *.visualstudio.com. Add the host to this setting, or correct the address",
                        " look at each identity before you allow it: DRAGOMAN_CDTARGETS_IDENTITIES=b/two");
    }

    @Test
    void settingsThatTheOperatorDoesNotStartWithAreNamed() {
        cluster.global(Map.of("DRAGOMAN_NODE_IDENTITIES", "*"));
        assertThat(run()).isFalse();
        assertThat(said)
                .containsExactly(
                        "Secret ops/aso-controller-settings: DRAGOMAN_NODE_IDENTITIES: * is used only with DRAGOMAN_IDENTITY_MODE=shared; name namespaces and client ids, or set that mode");
    }

    @Test
    void whatThePlatformAllowsIsNamedAndWhatItDoesNotIsSaid() {
        cluster.global(
                Map.of(
                        "DRAGOMAN_NODE_IDENTITIES",
                        "a/client",
                        "DRAGOMAN_IDENTITY_FILES",
                        "/files",
                        "AUTH_MODE",
                        "podidentity",
                        "AZURE_SUBSCRIPTION_ID",
                        "00000000-0000-0000-0000-00000000000a",
                        "AZURE_TENANT_ID",
                        "tenant",
                        "AZURE_CLIENT_ID",
                        "client"));
        cluster.namespace("a", with("AUTH_MODE", "podidentity"));
        cluster.namespace("b", with("AUTH_MODE", "podidentity"));
        var file = "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS";
        cluster.namespace("c", with(file, "/files/c/x.json"));
        cluster.namespace("d", with(file, "/files/c/x.json"));
        cluster.namespace("e", with("AZURE_AUTHORITY_HOST", "https://login.example"));
        assertThat(run()).isFalse();
        var rest = " client 00000000-0000-0000-0000-00000000000a not known yet";
        assertThat(said)
                .contains(
                        "ops/aso-controller-settings 0 node identity" + rest,
                        "a/aso-credential 0 node identity" + rest,
                        "c/aso-credential 0 credentials file" + rest)
                .anyMatch(
                        each ->
                                each.startsWith("b/aso-credential 0 cannot be used: ")
                                        && each.endsWith(
                                                "add the entry b/client to the operator's setting DRAGOMAN_NODE_IDENTITIES"))
                .anyMatch(
                        each ->
                                each.startsWith("d/aso-credential 0 cannot be used: ")
                                        && each.contains("is no file below /files/d"))
                .anyMatch(
                        each ->
                                each.startsWith("e/aso-credential 0 cannot be used: ")
                                        && each.contains("AZURE_AUTHORITY_HOST in Secret "));
    }

    @Test
    void whatTheModeStrictTakesIsToldBeforeItIsSet() {
        var settings = with("DRAGOMAN_IDENTITY_MODE", "shared");
        settings.put("DRAGOMAN_IDENTITY_SERVICE_ACCOUNT", "aso/default");
        cluster.global(settings);
        cluster.namespace("a", WHO);
        assertThat(run(true)).isTrue();
        assertThat(said)
                .anyMatch(
                        each ->
                                each.contains("az identity federated-credential create")
                                        && each.contains(
                                                "--subject=system:serviceaccount:a:dragoman-azure"))
                .anyMatch(each -> each.startsWith("Identity mode: as if it was strict"));
        said.clear();
        assertThat(run()).isTrue();
        assertThat(said).noneMatch(each -> each.contains("federated-credential"));
    }

    @Test
    void whatCannotBeUsedIsSaidWithTheRulesOfTheOperator() {
        cluster.global(
                Map.of("DRAGOMAN_IDENTITY_MODE", "shared", "DRAGOMAN_CLIENT_SECRETS", "forbid"));
        cluster.namespace("a", with("AZURE_CLIENT_SECRET", "hidden"));
        cluster.namespace("b", Map.of("AZURE_TENANT_ID", "tenant"));
        assertThat(run()).isFalse();
        assertThat(said)
                .contains(
                        "a/aso-credential 0 cannot be used: AZURE_CLIENT_SECRET is set in Secret a/aso-credential, and DRAGOMAN_CLIENT_SECRETS=forbid: remove the client secret, and use a federated credential or a certificate",
                        "b/aso-credential 0 cannot be used: AZURE_SUBSCRIPTION_ID is not set; set it in Secret b/aso-credential",
                        "Identity mode: shared")
                .noneMatch(each -> each.contains("hidden"));
    }
}
