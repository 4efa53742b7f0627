package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects of one namespace in a second cloud, whose tokens are worth nothing in the first; and a
 * host that somebody has made up, which sees neither a token nor an assertion.
 */
@Full
class OtherCloudIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private final String secretClient = UUID.randomUUID().toString();
    private final String federated = UUID.randomUUID().toString();
    private Road road;
    private AzureSandbox second;
    private AzureSandbox evil;

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("clouds");
        var _ = road.kubectl("create", "serviceaccount", "dragoman-azure");
        second = cloud();
        evil = cloud();
        var trusted = new StringBuilder();
        for (var each : List.of(road.azure, second, evil)) {
            trusted.append(Files.readString(each.caPem()));
        }
        var ca = Files.writeString(directory.resolve("ca.pem"), trusted);
        road.environment.put("DRAGOMAN_CA_FILE", ca.toString());
        road.environment.put("ALLOW_MULTI_ENV_MANAGEMENT", "true");
        road.environment.put(
                "DRAGOMAN_CLOUDS",
                "%s %s %s"
                        .formatted(
                                second.armEndpoint(), second.audience(), second.authorityHost()));
    }

    @AfterEach
    void stop() {
        road.close();
        second.close();
        evil.close();
    }

    private AzureSandbox cloud() {
        var keys =
                JwksSource.http(
                        road.plane.server().resolve("/openid/v1/jwks"),
                        road.plane.caFile(),
                        () -> "");
        var made =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret(secretClient, "secret"))
                                .client(
                                        Client.federated(
                                                federated,
                                                road.plane.issuer(),
                                                "system:serviceaccount:%s:dragoman-azure"
                                                        .formatted(road.namespace),
                                                "api://AzureADTokenExchange",
                                                keys)));
        made.control().retryAfter(1);
        made.control().operationDuration(".*", Duration.ofMillis(500));
        return made;
    }

    private Map<String, String> credential(AzureSandbox cloud, String client) {
        var values = new HashMap<String, String>();
        values.put("AZURE_SUBSCRIPTION_ID", cloud.subscriptionId());
        values.put("AZURE_TENANT_ID", cloud.tenantId());
        values.put("AZURE_CLIENT_ID", client);
        if (client.equals(secretClient)) {
            values.put("AZURE_CLIENT_SECRET", "secret");
        }
        values.put("AZURE_RESOURCE_MANAGER_ENDPOINT", cloud.armEndpoint());
        values.put("AZURE_RESOURCE_MANAGER_AUDIENCE", cloud.audience());
        values.put("AZURE_AUTHORITY_HOST", cloud.authorityHost());
        return values;
    }

    private void secret(String name, Map<String, String> values) {
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(road.namespace)
                        .endMetadata()
                        .withData(SetUp.encoded(values))
                        .build();
        var _ = road.client().resource(secret).serverSideApply();
    }

    private void group(String name, String credential) {
        road.apply(
                Samples.group(name, "orders")
                        .replace(
                                "metadata: {name: %s}".formatted(name),
                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: '%s'}}"
                                        .formatted(name, credential)));
    }

    private static String in(AzureSandbox cloud, String group) {
        return "/subscriptions/%s/resourceGroups/%s".formatted(cloud.subscriptionId(), group);
    }

    @Test
    void eachObjectIsInTheCloudOfItsSecret() {
        secret("by-secret", credential(second, secretClient));
        secret("by-account", credential(second, federated));
        road.start();
        road.apply(Samples.group("own", "orders"));
        group("there", "by-secret");
        group("there-too", "by-account");
        road.ready("resourcegroup/own");
        for (var each : List.of("there", "there-too")) {
            road.ready("resourcegroup/" + each);
            assertThat(second.control().get(in(second, each))).isPresent();
            assertThat(road.azure.control().get(in(second, each))).isEmpty();
        }
        assertThat(road.azure.control().get(road.group("own"))).isPresent();
        assertThat(second.control().tokens())
                .extracting(IssuedToken::clientId)
                .containsOnly(secretClient, federated);
        assertThat(road.azure.control().tokens())
                .extracting(IssuedToken::clientId)
                .doesNotContain(secretClient, federated);
        for (var each : List.of(road.azure, second)) {
            assertThat(each.control().exchanges())
                    .extracting(Exchange::status)
                    .doesNotContain(401, 403);
        }

        // what takes long is asked for where it was begun
        second.control().operationDuration("DELETE .*", Duration.ofSeconds(2));
        var _ = road.kubectl("delete", "resourcegroup/there");
        assertThat(second.control().get(in(second, "there"))).isEmpty();
    }

    @Test
    void aHostThatSomebodyHasMadeUpSeesNothing() {
        secret("by-secret", credential(evil, secretClient));
        secret("by-account", credential(evil, federated));
        // tokens of a good cloud for a bad host, and an assertion for a bad authority
        var mixed = credential(second, federated);
        mixed.put("AZURE_RESOURCE_MANAGER_ENDPOINT", evil.armEndpoint());
        secret("mixed", mixed);
        var authority = credential(second, federated);
        authority.put("AZURE_AUTHORITY_HOST", evil.authorityHost());
        secret("authority", authority);
        var part = credential(second, secretClient);
        part.remove("AZURE_AUTHORITY_HOST");
        secret("part", part);
        road.start();
        for (var each : List.of("by-secret", "by-account", "mixed", "authority")) {
            group(each, each);
            assertThat(message(each)).contains("name no cloud that is allowed", "DRAGOMAN_CLOUDS");
        }
        group("part", "part");
        assertThat(message("part")).startsWith("AZURE_AUTHORITY_HOST is not set, and ");
        assertThat(evil.control().exchanges()).isEmpty();
        assertThat(evil.control().tokens()).isEmpty();

        secret("part", credential(second, secretClient));
        road.ready("resourcegroup/part");
    }

    private String message(String name) {
        await().untilAsserted(
                        () ->
                                assertThat(Road.condition(road.get(GROUPS, "ResourceGroup", name)))
                                        .containsEntry("reason", "CredentialNotFound"));
        return String.valueOf(
                Road.condition(road.get(GROUPS, "ResourceGroup", name)).get("message"));
    }
}
