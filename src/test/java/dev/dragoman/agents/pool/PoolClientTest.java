package dev.dragoman.agents.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolAgent;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.Trust;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pool is asked, and what is made of its refusals. */
class PoolClientTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final AzureSandbox azure = AzureSandbox.start(Options.of(Catalog.load()));
    private final String organisation = azure.organisation("contoso");
    private final int pool = pool();
    private final PoolClient client =
            new PoolClient(
                    () -> Trust.sslContext(Optional.of(azure.caPem())),
                    AllowedHosts.of("HOSTS", URI.create(organisation).getAuthority()),
                    Duration.ofSeconds(15),
                    () -> now);

    private void later(int seconds) {
        now = now.plusSeconds(seconds);
    }

    private int pool() {
        azure.devOps().organisation("contoso", "hunter2");
        return azure.devOps().pool("contoso", "Azure Pipelines");
    }

    @AfterEach
    void close() {
        client.close();
        azure.close();
    }

    private CdTarget target(String url, String name) {
        return new CdTarget(
                Map.of(
                        "metadata",
                        Map.of("name", "agents", "namespace", "team"),
                        "spec",
                        Map.of("config", Map.of("url", url, "poolName", name))));
    }

    private CdTarget target() {
        return target(organisation + "/", "Azure Pipelines");
    }

    @Test
    void tellsWhoIsBusy() {
        azure.devOps().register(pool, "a", "java");
        azure.devOps().register(pool, "b");
        int first = azure.devOps().queue(pool, "java");
        azure.devOps().register(pool, "c", "dotnet");
        azure.devOps().offline(pool, "c");
        azure.devOps().queue(pool, "dotnet");
        assertThat(azure.devOps().assign(pool)).isEqualTo(1);
        assertThat(client.jobs(target(), "hunter2")).containsExactly(new Job("a", true));
        azure.devOps().finish(first);
        assertThat(client.jobs(target(), "hunter2")).as("asked lately").hasSize(1);
        later(15);
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
    }

    @Test
    void takesOutWhatIsGoneAndNotWhatIsBusy() {
        azure.devOps().register(pool, "a");
        azure.devOps().queue(pool);
        azure.devOps().assign(pool);
        azure.devOps().register(pool, "b", "CDTARGET_UID=1-2-3", "java");
        azure.devOps().offline(pool, "b");
        var all = client.agents(target(), "hunter2");
        assertThat(all).extracting(PoolAgent::online).containsExactly(true, false);
        assertThat(all).extracting(PoolAgent::owner).containsExactly("", "1-2-3");
        assertThat(client.remove(target(), "hunter2", all)).isEqualTo(1);
        assertThat(client.remove(target(), "hunter2", List.of(all.getLast())))
                .as("gone already")
                .isEqualTo(1);
        assertThat(azure.devOps().names(pool)).containsExactly("a");
    }

    @Test
    void saysWhatIsWrong() {
        refused(target(), "wrong", "PoolRefused", "HTTP 401");
        refused(target(organisation, "none"), "hunter2", "PoolMissing", "0 pools");
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
        later(15);
        azure.control().failNext("GET /contoso", 503, "Busy", "busy");
        refused(target(), "hunter2", "PoolUnavailable", "HTTP 503");
        azure.control().down();
        refused(target(), "hunter2", "PoolUnreachable", organisation);
        azure.control().up();
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
    }

    @Test
    void anAnswerWithoutEndIsNotHeld() {
        azure.devOps().register(pool, "a", "X=" + "x".repeat(PoolRequests.LONGEST));
        assertThatThrownBy(() -> client.agents(target(), "hunter2"))
                .hasMessageContaining("the answer has more than 4194304 bytes");
    }

    /** The team names the address, and its token goes there. */
    @Test
    void asksNoOtherHost() {
        for (var url :
                new String[] {
                    "https://169.254.169.254/latest",
                    "https://kubernetes.default/contoso",
                    organisation.replace("https", "http"),
                    "https://user@" + URI.create(organisation).getAuthority() + ".example.com/x",
                    "https://[/"
                }) {
            assertThat(client.refusal(target(url, "p"))).as(url).isPresent();
            refused(target(url, "p"), "hunter2", "HostNotAllowed", "");
        }
    }

    private void refused(CdTarget target, String token, String reason, String text) {
        assertThatThrownBy(() -> client.jobs(target, token))
                .isInstanceOfSatisfying(
                        PoolRefused.class,
                        each -> assertThat(each.trouble().reason()).isEqualTo(reason))
                .hasMessageContaining(text)
                .hasMessageNotContaining(token);
    }

    @Test
    void thoseWithAPoolAndATokenInCommonShareItsAnswers() {
        azure.devOps().organisation("contoso", "hunter3");
        var mark = azure.devOps().requests();
        for (int i = 0; i < 5; i++) {
            assertThat(client.jobs(target(), "hunter2")).isEmpty();
        }
        assertThat(azure.devOps().requests()).as("id and jobs").isEqualTo(mark + 2);
        later(15);
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
        assertThat(azure.devOps().requests()).as("jobs").isEqualTo(mark + 3);
        refused(target(), "wrong", "PoolRefused", "HTTP 401");
        assertThat(client.jobs(target(), "hunter3")).isEmpty();
        assertThat(azure.devOps().requests()).as("another token asks itself").isEqualTo(mark + 6);
    }

    /** Limits are those of the owner of a token, whichever pool is asked. */
    @Test
    void anOrganisationThatAsksForTimeIsGivenIt() {
        azure.devOps().pool("contoso", "other");
        azure.control().throttle(1, 60, "GET /contoso");
        refused(target(), "hunter2", "PoolUnavailable", "HTTP 429");
        var mark = azure.devOps().requests();
        refused(target(), "hunter2", "PoolUnavailable", "HTTP 429");
        refused(target(organisation, "other"), "hunter2", "PoolUnavailable", "HTTP 429");
        assertThat(azure.devOps().requests()).as("nobody asked").isEqualTo(mark);
        assertThat(client.agents(target(), "hunter2")).as("of a target that goes").isEmpty();
        later(60);
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
        later(15);
        azure.control().throttle(1, 999_999, "GET /contoso");
        refused(target(), "hunter2", "PoolUnavailable", "HTTP 429");
        later(600);
        assertThat(client.jobs(target(), "hunter2")).as("nobody waits for days").isEmpty();
    }

    @Test
    void aPoolThatWasMadeAnewIsFoundByItsName() {
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
        azure.devOps().removePool(pool);
        int other = azure.devOps().pool("contoso", "Azure Pipelines");
        azure.devOps().register(other, "a");
        azure.devOps().queue(other);
        azure.devOps().assign(other);
        later(15);
        assertThat(client.jobs(target(), "hunter2")).containsExactly(new Job("a", true));
    }

    @Test
    void aPoolThatHasAnotherNameByNowIsNotAskedForLong() {
        assertThat(client.jobs(target(), "hunter2")).isEmpty();
        azure.devOps().rename(pool, "renamed");
        int other = azure.devOps().pool("contoso", "Azure Pipelines");
        azure.devOps().register(other, "a");
        azure.devOps().queue(other);
        azure.devOps().assign(other);
        later(300);
        assertThat(client.jobs(target(), "hunter2")).containsExactly(new Job("a", true));
    }

    /** Headers alone are no answer. */
    @Test
    void anAnswerThatNeverEndsHoldsNobodyUp(@TempDir Path directory) throws Exception {
        var never = new CountDownLatch(1);
        var pem = directory.resolve("ca.pem");
        try (var server = LocalHttps.start(pem);
                var waiting =
                        new PoolClient(
                                new PoolRequests(
                                        () -> Trust.sslContext(Optional.of(pem)),
                                        AllowedHosts.of("HOSTS", server.host()),
                                        Duration.ofSeconds(2)),
                                Duration.ZERO,
                                () -> now)) {
            server.answers(
                    exchange -> {
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody().write('{');
                        exchange.getResponseBody().flush();
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
            var target = target("https://%s/x".formatted(server.host()), "p");
            assertThatThrownBy(() -> waiting.jobs(target, "hunter2"))
                    .isInstanceOf(PoolRefused.class)
                    .hasMessageContaining("does not answer the operator");
        } finally {
            never.countDown();
        }
    }
}
