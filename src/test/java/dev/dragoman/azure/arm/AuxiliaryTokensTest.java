package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A resource that refers to another tenant's takes a token of that tenant too. */
class AuxiliaryTokensTest {
    private final String tenant = UUID.randomUUID().toString();
    private final String foreign = UUID.randomUUID().toString();
    private AzureSandbox azure;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load()).client(Client.secret("app", "secret")));
        azure.control().foreignSubscription(foreign, tenant);
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private ArmClient client(String tenants, String cache) {
        var env = new HashMap<String, String>();
        env.put("AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint());
        env.put("AZURE_RESOURCE_MANAGER_AUDIENCE", azure.audience());
        env.put("AZURE_AUTHORITY_HOST", azure.authorityHost());
        env.put("DRAGOMAN_CA_FILE", azure.caPem().toString());
        env.put("DRAGOMAN_TOKEN_CACHE", cache);
        var settings = AzureSettings.from(env);
        var identity =
                AzureIdentity.from(
                        Map.of(
                                "AZURE_SUBSCRIPTION_ID",
                                azure.subscriptionId(),
                                "AZURE_TENANT_ID",
                                azure.tenantId(),
                                "AZURE_CLIENT_ID",
                                "app",
                                "AZURE_CLIENT_SECRET",
                                "secret",
                                "AZURE_ADDITIONAL_TENANTS",
                                tenants),
                        new Source.Scoped("Secret a/b", settings.identityRules(), "a"));
        return new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true)
                .of(identity);
    }

    private Answer send(ArmClient client, String method, String group) {
        var path =
                "/subscriptions/%s/resourceGroups/%s?api-version=2020-06-01"
                        .formatted(azure.subscriptionId(), group);
        var body =
                Map.<String, Object>of(
                        "location",
                        "westeurope",
                        "managedBy",
                        "/subscriptions/%s/resourceGroups/theirs".formatted(foreign));
        return client.send(
                new ArmRequest(
                        method,
                        client.endpoint().resolve(path),
                        "PUT".equals(method) ? Optional.of(body) : Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "none"})
    void itIsSentWithWhatChangesSomething(String cache) {
        var client = client(azure.tenantId() + ", " + tenant + ",*", cache);
        assertThat(send(client, "PUT", "one").status()).isEqualTo(201);
        assertThat(send(client, "PUT", "two").status()).isEqualTo(201);
        assertThat(send(client, "GET", "one").status()).isEqualTo(200);
        var tenants = azure.control().tokens().stream().map(IssuedToken::tenant).toList();
        assertThat(tenants)
                .isEqualTo(
                        cache.equals("memory")
                                ? List.of(azure.tenantId(), tenant)
                                : List.of(
                                        azure.tenantId(),
                                        tenant,
                                        azure.tenantId(),
                                        tenant,
                                        azure.tenantId()));
        assertThat(azure.control().exchanges())
                .allSatisfy(
                        each ->
                                assertThat(each.requestHeaders())
                                        .doesNotContainKey("x-ms-authorization-auxiliary"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*"})
    void withoutItAzureRefuses(String tenants) {
        assertThat(send(client(tenants, "memory"), "PUT", "one").error().orElseThrow().code())
                .isEqualTo("LinkedAuthorizationFailed");
    }

    @Test
    void aTenantThatIsNoneIsToldInEntrasWords() {
        var answer = send(client(UUID.randomUUID().toString(), "memory"), "PUT", "one");
        assertThat(answer.error().orElseThrow().code()).isEqualTo(Answer.AUTHENTICATION);
        assertThat(answer.error().orElseThrow().message()).contains("AADSTS90002");
        assertThat(azure.control().exchanges()).isEmpty();
    }
}
