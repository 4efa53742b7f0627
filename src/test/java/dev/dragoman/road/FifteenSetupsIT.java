package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.Patience;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Objects, namespaces and the operator, each with an identity of one of five types and in its own
 * subscription: they act as themselves, what Entra refuses says why, and what was replaced counts
 * without a restart.
 */
@Full
class FifteenSetupsIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private Road road;
    private String other;

    @BeforeEach
    void prepare() {
        road = new Road("fifteen", Account.SETUPS);
        other = road.namespace + "-other";
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(other)
                                .endMetadata()
                                .build())
                .create();
        road.install.grantSecrets(other);
        var _ = in(road.namespace, "create", "serviceaccount", "dragoman-azure");
    }

    @AfterEach
    void stop() {
        road.close();
        road.client().namespaces().withName(other).delete();
        var _ = road.client().resource(settings(Map.of())).delete();
    }

    private String in(String namespace, String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    private static Secret settings(Map<String, String> values) {
        return secret(Account.SETUPS.namespace(), GlobalIdentity.SECRET, values);
    }

    private static Secret secret(String namespace, String name, Map<String, String> values) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withData(SetUp.encoded(values))
                .build();
    }

    /** One of the three scopes. */
    private record Scope(SetUp setUp, String namespace, String credential, Secret secret) {}

    private Scope ofObject(SetUp setUp) {
        return new Scope(setUp, road.namespace, "mine", secret(road.namespace, "mine", Map.of()));
    }

    private Scope ofNamespace(SetUp setUp) {
        return new Scope(
                setUp, road.namespace, "", secret(road.namespace, "aso-credential", Map.of()));
    }

    private Scope ofOperator(SetUp setUp) {
        return new Scope(setUp, other, "", settings(Map.of()));
    }

    private void write(Scope scope) {
        var secret = scope.secret();
        secret.setData(SetUp.encoded(scope.setUp().keysOfSecret()));
        var _ = road.client().resource(secret).serverSideApply();
    }

    private void group(Scope scope, String name) {
        var yaml = Samples.group(name, "orders");
        var annotated =
                scope.credential().isEmpty()
                        ? yaml
                        : yaml.replace(
                                "metadata: {name: %s}".formatted(name),
                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: '%s'}}"
                                        .formatted(name, scope.credential()));
        var _ =
                road.install.apply(
                        annotated, name + ".yaml", "-n", scope.namespace(), "--server-side");
    }

    private void ready(Scope scope, String name) {
        var resource = name.contains("/") ? name : "resourcegroup/" + name;
        try {
            var _ =
                    in(
                            scope.namespace(),
                            "wait",
                            "--for=condition=Ready",
                            resource,
                            Patience.timeout());
        } catch (RuntimeException e) {
            throw new AssertionError(in(scope.namespace(), "get", resource, "-o", "yaml"), e);
        }
    }

    private String message(Scope scope, String name, String reason) {
        var found = new HashMap<String, Object>();
        await().untilAsserted(
                        () -> {
                            found.clear();
                            found.putAll(
                                    Road.condition(
                                            road.client()
                                                    .genericKubernetesResources(
                                                            GROUPS, "ResourceGroup")
                                                    .inNamespace(scope.namespace())
                                                    .withName(name)
                                                    .get()));
                            assertThat(found).containsEntry("reason", reason);
                        });
        return String.valueOf(found.get("message"));
    }

    private void actsAsItself(Scope scope, String group) {
        var setUp = scope.setUp();
        assertThat(setUp.made(group)).as("%s in its subscription", group).isTrue();
        assertThat(road.azure.control().tokens())
                .filteredOn(each -> each.clientId().equals(setUp.client))
                .isNotEmpty()
                .allSatisfy(
                        each -> {
                            assertThat(each.by()).isEqualTo(setUp.by());
                            assertThat(each.audience()).isEqualTo(road.azure.audience());
                        });
    }

    private void settings(SetUp.Type type, List<SetUp> ofNamespaces) throws IOException {
        road.environment.keySet().removeIf(each -> each.startsWith("AZURE_CLIENT"));
        road.environment.remove("AZURE_SUBSCRIPTION_ID");
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + other);
        road.environment.put("DRAGOMAN_IDENTITY_FILES", directory.toString());
        // each request shows whether what proves the identity is in force
        road.environment.put("DRAGOMAN_TOKEN_CACHE", "none");
        var allowed = new ArrayList<String>();
        for (var each : ofNamespaces) {
            allowed.add(road.namespace + "/" + each.client);
            allowed.add(road.namespace + "/" + each.next);
        }
        road.environment.put("DRAGOMAN_NODE_IDENTITIES", String.join(",", allowed));
        var token = directory.resolve("token");
        road.environment.put("AZURE_FEDERATED_TOKEN_FILE", token.toString());
        if (type == SetUp.Type.FEDERATED) {
            Files.writeString(
                    token,
                    road.plane.serviceAccountToken(
                            Account.SETUPS.namespace(), "dragoman", "api://AzureADTokenExchange"));
        }
    }

    /** One identity of the type for each scope. */
    private List<Scope> scopes(SetUp.Type type) throws IOException {
        var subject = "system:serviceaccount:%s:dragoman-azure".formatted(road.namespace);
        var own = new SetUp(road, type, "own", subject, directory.resolve(road.namespace + "/o/f"));
        var shared =
                new SetUp(road, type, "ns", subject, directory.resolve(road.namespace + "/n/f"));
        var global =
                new SetUp(
                        road, type, "all", Account.SETUPS.user(), directory.resolve("elsewhere/f"));
        settings(type, List.of(own, shared));
        var scopes = List.of(ofObject(own), ofNamespace(shared), ofOperator(global));
        scopes.forEach(this::write);
        return scopes;
    }

    private void vaultAndAccount(Scope scope, String group, String vault) {
        var annotations =
                scope.credential().isEmpty()
                        ? ""
                        : "serviceoperator.azure.com/credential-from: " + scope.credential();
        var yaml =
                """
                apiVersion: keyvault.azure.com/v1api20230701
                kind: Vault
                metadata: {name: %1$s, annotations: {%2$s}}
                spec:
                  owner: {name: %5$s}
                  location: westeurope
                  properties:
                    tenantId: %3$s
                    sku: {family: A, name: standard}
                    enableRbacAuthorization: true
                ---
                %4$s"""
                        .formatted(
                                vault,
                                annotations,
                                road.azure.tenantId(),
                                Samples.exporting(vault, vault + "-keys")
                                        .replace("name: orders}", "name: " + group + "}")
                                        .replace(
                                                "metadata: {name: %s}".formatted(vault),
                                                "metadata: {name: %1$s, annotations: {dragoman.dev/key-vault: %1$s, %2$s}}"
                                                        .formatted(vault, annotations)),
                                group);
        var _ = road.install.apply(yaml, vault + ".yaml", "-n", scope.namespace(), "--server-side");
    }

    /** The token for a vault is of the object's identity, by the same proof as its other tokens. */
    @ParameterizedTest
    @EnumSource(SetUp.Type.class)
    void eachScopeWritesToAVaultAsItself(SetUp.Type type) throws IOException {
        var _ = road.install.kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
        var scopes = scopes(type);
        road.environment.put("HTTPS_PROXY", road.azure.vaultProxy());
        road.environment.put("NO_PROXY", "localhost,127.0.0.1");
        road.environment.put("DRAGOMAN_KEY_VAULT_SUFFIXES", "vault.azure.net");
        scopes.forEach(each -> road.azure.control().vaultRights(each.setUp().client, "all"));
        road.start();
        for (var each : scopes) {
            var vault = each.setUp().name + "v" + road.namespace.replaceAll("[^a-z0-9]", "");
            group(each, each.setUp().name);
            vaultAndAccount(each, each.setUp().name, vault);
            ready(each, "storageaccount/" + vault);
            var entries = road.azure.control().vault(vault).secrets();
            assertThat(entries).hasSize(1);
            assertThat(entries.getFirst().latest().tags())
                    .containsEntry("dragoman-namespace", each.namespace());
            assertThat(road.azure.control().tokens())
                    .filteredOn(token -> token.audience().contains("vault.azure.net"))
                    .filteredOn(token -> token.clientId().equals(each.setUp().client))
                    .isNotEmpty()
                    .allMatch(token -> token.by().equals(each.setUp().by()));
        }
    }

    @ParameterizedTest
    @EnumSource(SetUp.Type.class)
    void eachScopeActsAsItselfAndTakesWhatReplacesIt(SetUp.Type type) throws IOException {
        var scopes = scopes(type);
        try (var log = new CapturedLog(road, "dev.dragoman")) {
            road.start();
            scopes.forEach(each -> group(each, each.setUp().name + "-before"));
            for (var each : scopes) {
                ready(each, each.setUp().name + "-before");
                actsAsItself(each, each.setUp().name + "-before");
            }

            scopes.forEach(each -> each.setUp().turn());
            if (type == SetUp.Type.NODE) {
                scopes.forEach(this::write);
            }
            scopes.forEach(each -> group(each, each.setUp().name + "-between"));
            for (var each : scopes) {
                assertThat(message(each, each.setUp().name + "-between", "AuthenticationFailed"))
                        .contains(type.refusal, type.remedy)
                        .doesNotContain(each.setUp().hidden());
            }

            scopes.forEach(each -> each.setUp().written());
            scopes.forEach(this::write);
            for (var each : scopes) {
                ready(each, each.setUp().name + "-between");
                ready(each, each.setUp().name + "-before");
                actsAsItself(each, each.setUp().name + "-between");
            }
            assertThat(log.lines())
                    .noneMatch(
                            line ->
                                    scopes.stream()
                                            .anyMatch(
                                                    each -> line.contains(each.setUp().hidden())));
        }
        assertThat(road.azure.control().exchanges())
                .as("no request was refused for who sent it")
                .extracting(Exchange::status)
                .doesNotContain(401, 403);
    }
}
