package dev.dragoman.azure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.azure.arm.ArmFixture;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.VaultAsked;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.FactsOf;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.export.Destination;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.azure.export.ExpressionRequest;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultOwner;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import dev.dragoman.reconcile.cache.OwnWrites;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may go from the vault and from the cluster while some values are not known. */
class VaultRequestsTest {
    /** The operator may send no token to this host any more: without a request, it is let go. */
    private static final String OLD = "kept.vault.azure.net/old";

    private static final Map<String, Object> OWNER =
            Map.of("metadata", Map.of("name", "a", "namespace", "ns", "uid", "owner"));
    private static final String SECRETS =
            """
            {"resources": [{"name": "secrets", "kind": "Secret", "namespaced": true}]}""";
    private static final String SECRET =
            """
            {"metadata": {"name": "s", "namespace": "ns", "uid": "secret", "resourceVersion": "7",
              "ownerReferences": [{"kind": "K", "name": "a", "uid": "owner", "controller": true}],
              "managedFields": [{"manager": "dragoman-export", "operation": "Apply",
                "fieldsV1": {"f:data": {"f:ours": {}}}}]},
             "data": {"ours": "dg=="}}""";

    private final List<String> changes = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var path = exchange.getRequestURI().getPath();
                    if (!exchange.getRequestMethod().equals("GET")) {
                        changes.add(exchange.getRequestMethod() + " " + path);
                    }
                    var body = (path.equals("/api/v1") ? SECRETS : SECRET).getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        var config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getAddress().getPort());
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void close() {
        client.close();
        server.stop(0);
    }

    @ParameterizedTest(name = "only in the vault {0}, partial {1}: cleared {2}")
    @CsvSource({"true, false, true", "true, true, false", "false, false, false"})
    void aSecretLeavesTheClusterOnceTheVaultHasEveryValue(
            boolean only, boolean partial, boolean cleared) {
        var stored = send(only, false, partial);
        assertThat(stored.problem()).isEmpty();
        assertThat(changes)
                .isEqualTo(cleared ? List.of("PATCH /api/v1/namespaces/ns/secrets/s") : List.of());
    }

    @ParameterizedTest(name = "keeps {0}, partial {1}: the former entry stays {2}")
    @CsvSource({
        "false, false, false",
        "true, false, true",
        "false, true, true",
        "true, true, true"
    })
    void aFormerEntryGoesIfEveryValueIsKnown(boolean keeps, boolean partial, boolean stays) {
        assertThat(send(false, keeps, partial).entries())
                .isEqualTo(stays ? List.of(OLD) : List.of());
    }

    @SuppressWarnings("NullAway") // what else steps use is not used here
    private StoreResult send(boolean only, boolean keeps, boolean partial) {
        var departure = new Departure(client, new Kinds(client), OwnWrites.NONE);
        var steps = new AzureSteps(null, null, null, departure, null, null, null);
        var requests =
                new VaultRequests(null, new VaultExports(InstantSource.system()), null, steps);
        var reconciliation =
                new Reconciliation(
                        new ObjectKey("g", "K", "ns", "a"),
                        1,
                        Cause.EDITED,
                        OWNER,
                        "owner",
                        Instant.EPOCH);
        var context =
                new Context<>(
                        new Declaration("azure", Optional.empty(), "X", StatusForm.NONE),
                        reconciliation,
                        new Observed<>(seen(only, keeps), Set.of()));
        return requests.send(new StepCall<>(context, new AzureStep.Store(List.of(), partial)));
    }

    @SuppressWarnings("NullAway") // nobody asks what kind it is
    private static AzureObservation seen(boolean only, boolean keeps) {
        var choice =
                new VaultChoice(
                        VaultAddress.of("kept", List.of("vault.azure.net")),
                        only,
                        VaultChoice.Form.ENTRIES,
                        "{secret}-{key}",
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty());
        var asked = new Destination("secrets.key", "Secret", "s", Optional.of("ours"));
        return new AzureObservation(
                new ObjectKey("g", "K", "ns", "a"),
                null,
                null,
                FactsOf.facts(f -> f.stored(new StoredEntries("m", List.of(OLD)))),
                Optional.of(ArmFixture.client()),
                Optional.empty(),
                Optional.empty(),
                MetadataChange.removeFinalizer("f"),
                Map.of(),
                new ExportRequests(
                        List.of(),
                        List.of(new ExpressionRequest(asked, "'v'", Map.of(), Map.of()))),
                new ExpressionCheck(Optional.empty(), Set.of()),
                new VaultAsked(
                        Optional.of(choice),
                        new VaultOwner("c", "K.g", "ns", "a"),
                        List.of(),
                        Optional.empty(),
                        keeps),
                false,
                ActingIdentity.SHARED,
                Set.of());
    }
}
