package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Host names as targets, asked for by an operator whose resolver reads a file. */
class AgentHostsIT {
    private static final String NAME = "agents";

    /** Java keeps answers for 30 s otherwise. */
    private static final String NOT_KEPT = "-Dsun.net.inetaddr.ttl=0";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private AgentCluster targets;
    private Path hosts;
    private Process operator;

    @BeforeEach
    void start() throws IOException {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.environment.put("DRAGOMAN_CDTARGETS_RESOLVE", "1s");
        targets.environment.put("DRAGOMAN_CDTARGETS_RESOLVE_OVERLAP", "4s");
        hosts = directory.resolve("hosts");
        Files.writeString(hosts, "198.51.100.1 packages.example.com.\n");
        run();
    }

    @AfterEach
    void stop() throws InterruptedException {
        targets.kubectl("delete", "cdtarget", "--all", "--timeout=60s");
        end();
        targets.close();
    }

    private void run() throws IOException {
        operator =
                targets.process(
                        directory.resolve("log"),
                        "-Djdk.net.hosts.file=" + hosts,
                        NOT_KEPT,
                        "-Dsun.net.inetaddr.negative.ttl=0");
    }

    private void end() throws InterruptedException {
        var _ = operator.destroyForcibly().waitFor();
    }

    private List<String> open() {
        return targets
                .get("networking.k8s.io/v1", "NetworkPolicy", NAME)
                .map(each -> each.<List<Map<String, Object>>>get("spec", "egress", 0, "to"))
                .stream()
                .flatMap(List::stream)
                .map(each -> ((Map<?, ?>) each.get("ipBlock")).get("cidr").toString())
                .toList();
    }

    private void opens(String... blocks) {
        await().atMost(AgentCluster.PATIENCE)
                .untilAsserted(() -> assertThat(open()).containsExactly(blocks));
    }

    @Test
    void targetsFollowTheirNamesAndStayWhereNobodyAnswers() throws Exception {
        targets.apply(
                AgentCluster.TARGET
                        + """
                            ip: [ 10.20.0.1 ]
                            hosts: [ packages.example.com, other.example.com, "*.example.com" ]
                          """);
        assertThat(targets.reason(NAME, "InvalidTargets").get("message"))
                .asString()
                .contains("hosts[1] 'other.example.com': nobody has said yet")
                .contains("hosts[2] '*.example.com': no whole name")
                .doesNotContain("hosts[0]");
        opens("10.20.0.1/32", "198.51.100.1/32");

        // agents may have been told of the old one
        Files.writeString(
                hosts,
                """
                198.51.100.2 packages.example.com.
                169.254.169.254 other.example.com.
                """);
        opens("10.20.0.1/32", "198.51.100.1/32", "198.51.100.2/32");
        opens("10.20.0.1/32", "198.51.100.2/32");
        await().atMost(AgentCluster.PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(targets.condition(NAME, "Ready").get("message"))
                                        .asString()
                                        .contains(
                                                "hosts[1] 'other.example.com' is at 169.254.169.254/32: it has the metadata service"));

        // and an operator that starts while nobody answers knows what was open
        end();
        Files.writeString(hosts, "");
        run();
        targets.kubectl(
                "patch",
                "cdtarget",
                NAME,
                "--type=merge",
                "-p",
                "{\"spec\":{\"hosts\":[\"packages.example.com\"]}}");
        targets.reason(NAME, "Reconciled");
        assertThat(targets.condition(NAME, "HostsResolved"))
                .containsEntry("status", "False")
                .containsEntry("reason", "AnswersKept");
        assertThat(open()).containsExactly("10.20.0.1/32", "198.51.100.2/32");
        Files.writeString(hosts, "198.51.100.2 packages.example.com.\n");
        await().atMost(AgentCluster.PATIENCE)
                .until(() -> targets.condition(NAME, "HostsResolved").isEmpty());
        assertThat(open()).containsExactly("10.20.0.1/32", "198.51.100.2/32");
    }
}
