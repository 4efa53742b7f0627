package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many tokens are asked for, and how long a client is kept. */
class ArmClientsTest {
    private static final int IDENTITIES = 40;
    private static final int AT_ONCE = 4;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private AzureSandbox azure;
    private AzureSettings settings;
    private ArmClients clients;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load()).client(Client.secret("app", "secret")));
        for (int i = 0; i < IDENTITIES; i++) {
            azure.control().client(Client.secret("app" + i, "secret"));
        }
        settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT",
                                azure.armEndpoint(),
                                "AZURE_RESOURCE_MANAGER_AUDIENCE",
                                azure.audience(),
                                "AZURE_AUTHORITY_HOST",
                                azure.authorityHost(),
                                "DRAGOMAN_CA_FILE",
                                azure.caPem().toString()));
        clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        now::get,
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private AzureIdentity identity(String client) {
        var values = new HashMap<String, String>();
        values.put("AZURE_SUBSCRIPTION_ID", azure.subscriptionId());
        values.put("AZURE_TENANT_ID", azure.tenantId());
        values.put("AZURE_CLIENT_ID", client);
        values.put("AZURE_CLIENT_SECRET", "secret");
        return AzureIdentity.from(
                values, new Source.Scoped("Secret a/b", settings.identityRules(), "a"));
    }

    private int get(String client) {
        var armClient = clients.of(identity(client));
        var path =
                "/subscriptions/%s/resourceGroups/none?api-version=2020-06-01"
                        .formatted(azure.subscriptionId());
        return armClient
                .send(new ArmRequest("GET", armClient.endpoint().resolve(path), Optional.empty()))
                .status();
    }

    private Map<String, Long> tokens() {
        return azure.control().tokens().stream()
                .map(IssuedToken::clientId)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void thoseWhoAskAtOnceGetOneToken() throws Exception {
        try (var threads = Executors.newFixedThreadPool(IDENTITIES)) {
            for (int i = 0; i < IDENTITIES; i += IDENTITIES / AT_ONCE) {
                var together = new CountDownLatch(1);
                var answers =
                        IntStream.range(i * AT_ONCE, (i + IDENTITIES / AT_ONCE) * AT_ONCE)
                                .mapToObj(
                                        n ->
                                                threads.submit(
                                                        () -> {
                                                            together.await();
                                                            return get("app" + n / AT_ONCE);
                                                        }))
                                .toList();
                together.countDown();
                for (var each : answers) {
                    assertThat(each.get()).isEqualTo(404);
                }
            }
        }
        assertThat(tokens()).hasSize(IDENTITIES).allSatisfy((_, n) -> assertThat(n).isOne());
    }

    /** Whoever writes a credential may write another one each second. */
    @Test
    void noMoreAreKeptThanFit() {
        for (int i = 0; i <= ArmClients.MOST; i++) {
            var _ = clients.of(identity("some" + i));
            var _ = clients.of(identity("used"));
        }
        assertThat(clients.size()).isEqualTo(ArmClients.MOST);
        assertThat(clients.of(identity("used"))).isSameAs(clients.of(identity("used")));
    }

    @Test
    void oneThatWasNotAskedForIsDroppedAndMadeAnew() {
        assertThat(get("app")).isEqualTo(404);
        assertThat(get("app0")).isEqualTo(404);
        assertThat(clients.size()).isEqualTo(2);
        now.updateAndGet(each -> each.plus(ArmClients.UNUSED).plus(Duration.ofMinutes(10)));
        assertThat(get("app")).isEqualTo(404);
        assertThat(clients.size()).isOne();
        assertThat(tokens()).containsEntry("app", 2L).containsEntry("app0", 1L);
    }
}
