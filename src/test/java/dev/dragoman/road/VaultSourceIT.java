package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Values that a spec names in a Key Vault are sent to Azure, and are nowhere in the cluster. */
@Full
class VaultSourceIT {
    private static final String API = "dbforpostgresql.azure.com/v1api20230601preview";

    private VaultRoad road;

    @BeforeEach
    void prepare() {
        road = new VaultRoad("vault-source");
        var _ =
                road.road.install.kindsAndRightsOnce(
                        List.of("dbforpostgresql.azure.com/FlexibleServer"));
        road.start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private void server(String reference, String key) {
        road.road.applyServed(
                """
                apiVersion: %s
                kind: FlexibleServer
                metadata: {name: %s}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  administratorLogin: admin
                  administratorLoginPassword: {name: "%s", key: "%s"}
                  version: "14"
                  sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
                  storage: {storageSizeGB: 128}
                """
                        .formatted(API, road.account, reference, key));
    }

    private void ready() {
        road.road.ready("flexibleserver.dbforpostgresql.azure.com/" + road.account);
    }

    private void told(String reason, String... texts) {
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.road
                                                        .reason(
                                                                API,
                                                                "FlexibleServer",
                                                                road.account,
                                                                reason)
                                                        .get("message")
                                                        .toString())
                                        .contains(texts));
    }

    /** The passwords that were sent to Azure, in their order. */
    private List<String> passwords() {
        return road.road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("PUT"))
                .filter(each -> each.path().endsWith("/flexibleServers/" + road.account))
                .map(Exchange::requestBody)
                .map(each -> each.at("/properties/administratorLoginPassword").asText())
                .toList();
    }

    private String readySince() {
        return road.road.kubectl(
                "get",
                "flexibleserver.dbforpostgresql.azure.com/" + road.account,
                "-o",
                "jsonpath={.status.conditions[?(@.type=='Ready')].lastTransitionTime}");
    }

    @Test
    void aValueIsSentAndItsRotationFollowedAtTheResync() {
        road.client().setSecret("db", "first-s3cret");
        server("keyvault://%s/db".formatted(road.vault), "");
        ready();
        assertThat(passwords()).containsExactly("first-s3cret");
        road.client().setSecret("db", "second-s3cret");
        await().until(() -> passwords().size() == 2);
        ready();
        road.looks(5);
        assertThat(passwords()).containsExactly("first-s3cret", "second-s3cret");
        assertThat(
                        road.road.kubectl(
                                "get",
                                "all,secrets,configmaps,events,flexibleservers",
                                "-o",
                                "yaml"))
                .doesNotContain("-s3cret");
        assertThat(EtcdFiles.have(SharedControlPlane.shared(), "first-s3cret")).isFalse();
    }

    /** Each value in etcd shows that the search finds what is there. */
    @Test
    void withKeyVaultOnlyNoValueReachesEtcd() {
        road.export(Map.of("key-vault", road.vault, "key-vault-only", "true"));
        road.ready();
        var value = road.entry().latest().value();
        assertThat(value).hasSizeGreaterThan(40);
        assertThat(EtcdFiles.have(SharedControlPlane.shared(), value)).isFalse();
        road.export(Map.of());
        await().until(() -> road.inCluster().isPresent());
        assertThat(EtcdFiles.have(SharedControlPlane.shared(), value)).isTrue();
    }

    @Test
    void aVersionStaysAndAPropertyIsTakenOutOfJson() {
        var version = road.client().setSecret("db", "{\"user\": \"u\", \"password\": \"p-1\"}");
        var _ = road.client().setSecret("db", "{\"user\": \"u\", \"password\": \"p-2\"}");
        server(
                "keyvault://%s.vault.azure.net/db/%s"
                        .formatted(road.vault, version.getProperties().getVersion()),
                "password");
        ready();
        assertThat(passwords()).containsExactly("p-1");
        server("keyvault://%s/db".formatted(road.vault), "pass");
        told("KeyVaultValueUnfit", "spec.administratorLoginPassword", "no property 'pass'");
        server("keyvault://%s/db".formatted(road.vault), "password");
        ready();
        assertThat(passwords()).containsExactly("p-1", "p-2");
    }

    @Test
    void aValueThatIsNoJsonIsToldNowhere() {
        road.client().setSecret("db", "{\"password\": n0-js0n}");
        try (var log = new CapturedLog(road.road, Logger.ROOT_LOGGER_NAME)) {
            server("keyvault://%s/db".formatted(road.vault), "password");
            told("KeyVaultValueUnfit", "spec.administratorLoginPassword", "is no JSON object");
            road.looks(2);
            assertThat(log.lines()).isNotEmpty().noneMatch(each -> each.contains("n0-js0n"));
        }
        assertThat(road.road.kubectl("get", "events,flexibleservers", "-o", "yaml"))
                .contains("KeyVaultValueUnfit")
                .doesNotContain("n0-js0n");
        assertThat(passwords()).isEmpty();
    }

    @Test
    void troubleIsToldAndHealsWithoutARestart() {
        server("keyvault://%s/db".formatted(road.vault), "");
        told("KeyVaultEntryNotFound", "entry db of Key Vault " + road.vault);
        var control = road.road.azure.control();
        control.vaultRights(AzurePart.CLIENT);
        told("ForbiddenByRbac", "Key Vault Secrets Officer");
        control.vaultRights(AzurePart.CLIENT, "all");
        var entry = road.client().setSecret("db", "s3cret");
        ready();
        road.client().updateSecretProperties(entry.getProperties().setEnabled(false));
        told("KeyVaultEntryDisabled", "its value can be neither read nor written");
        server("keyvault://evil.vault.azure.net.example.com/db", "");
        told("InvalidKeyVault", "no token is sent there");
        server("keyvault://user@%s/db".formatted(road.vault), "");
        told("InvalidKeyVault", "write keyvault://VAULT/NAME");
        road.client().updateSecretProperties(entry.getProperties().setEnabled(true));
        server("keyvault://%s/db".formatted(road.vault), "");
        ready();
        assertThat(passwords()).containsExactly("s3cret");
    }

    /** What a vault does not say now says nothing about the resource. */
    @Test
    void aReadyObjectStaysReadyWhileTheVaultAnswersNothing() {
        road.client().setSecret("db", "s3cret");
        server("keyvault://%s/db".formatted(road.vault), "");
        ready();
        var control = road.road.azure.control();
        control.throttle(2, 2, "GET /" + road.vault);
        var since = readySince();
        int before = road.sent("GET").size();
        await().until(() -> road.sent("GET").size() > before + 4);
        assertThat(readySince()).isEqualTo(since);
        assertThat(passwords()).containsExactly("s3cret");
    }
}
