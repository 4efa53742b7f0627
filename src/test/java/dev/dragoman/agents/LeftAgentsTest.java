package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolAgent;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Refusals;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.Trust;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that a CDTarget has left in its pool. */
class LeftAgentsTest {
    private final AzureSandbox azure = AzureSandbox.start(Options.of(Catalog.load()));
    private final String organisation = azure.organisation("contoso");
    private final PoolClient pools =
            new PoolClient(
                    () -> Trust.sslContext(Optional.of(azure.caPem())),
                    AllowedHosts.of("HOSTS", URI.create(organisation).getAuthority()),
                    Duration.ofSeconds(15),
                    Instant::now);

    @AfterEach
    void close() {
        pools.close();
        azure.close();
    }

    /** A token, and CDTargets that may be listed or not. */
    private record Cluster(boolean mayList) implements Reader {
        @Override
        public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
            var token =
                    Base64.getEncoder().encodeToString("hunter2".getBytes(StandardCharsets.UTF_8));
            return Optional.of(Map.of("data", Map.of("AZP_TOKEN", token)));
        }

        @Override
        public <T> List<T> list(
                String apiVersion,
                String kind,
                String namespace,
                String labelSelector,
                Function<Map<String, Object>, T> part) {
            if (!mayList) {
                throw Refusals.forbidden();
            }
            return List.of();
        }
    }

    /**
     * Whether the pool would be empty for another is not known then, and a deletion ends all the
     * same.
     */
    @Test
    void withoutTheRightToListOthersTheyStay() {
        azure.devOps().organisation("contoso", "hunter2");
        int pool = azure.devOps().pool("contoso", "Azure Pipelines");
        azure.devOps().register(pool, "a", "CDTARGET_UID=1-2-3");
        azure.devOps().offline(pool, "a");
        var target =
                new CdTarget(
                        Map.of(
                                "metadata",
                                Map.of("name", "agents", "namespace", "team", "uid", "1-2-3"),
                                "spec",
                                Map.of(
                                        "tokenRef",
                                        "token",
                                        "config",
                                        Map.of(
                                                "url",
                                                organisation,
                                                "poolName",
                                                "Azure Pipelines"))));
        assertThat(left(true).of(target)).extracting(PoolAgent::name).containsExactly("a");
        assertThat(left(false).of(target)).isEmpty();
    }

    private LeftAgents left(boolean mayList) {
        var cluster = new Cluster(mayList);
        return new LeftAgents(pools, new AgentTokens(cluster), cluster);
    }
}
