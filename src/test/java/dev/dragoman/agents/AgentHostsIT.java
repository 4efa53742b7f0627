package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Host names as targets, asked for by an operator of a name server. */
@Full
@ResourceLock("agents")
class AgentHostsIT {
    private static final String NAME = "agents";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final LocalDns dns = new LocalDns();
    private AgentCluster targets;
    private Process operator;

    @BeforeEach
    void start() throws IOException {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.environment.put("DRAGOMAN_CDTARGETS_RESOLVE", "1s");
        dns.host("packages.example.com", "198.51.100.1");
        run("1h");
    }

    @AfterEach
    void stop() throws InterruptedException {
        targets.kubectl("delete", "cdtarget", "--all", Patience.timeout());
        end();
        targets.close();
        dns.close();
    }

    private void run(String overlap) throws IOException {
        targets.environment.put("DRAGOMAN_CDTARGETS_RESOLVE_OVERLAP", overlap);
        operator = targets.process(directory.resolve("log"), "-Ddns.server=" + dns.address());
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
        await().untilAsserted(() -> assertThat(open()).containsExactly(blocks));
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
                .contains("hosts[1] 'other.example.com': the DNS knows no address of this host")
                .contains("hosts[2] '*.example.com': no name of a host")
                .doesNotContain("hosts[0]");
        opens("10.20.0.1/32", "198.51.100.1/32");

        dns.host("other.example.com", "169.254.169.254");
        await().untilAsserted(
                        () ->
                                assertThat(targets.condition(NAME, "Ready").get("message"))
                                        .asString()
                                        .contains(
                                                "hosts[1] 'other.example.com': its address 169.254.169.254/32 stays closed: it overlaps the metadata service"));

        // agents may have been told of the old one
        dns.host("packages.example.com", "198.51.100.2", "2001:db8::2");
        opens("10.20.0.1/32", "198.51.100.1/32", "198.51.100.2/32", "2001:db8::2/128");

        // an operator that starts while nobody answers knows what was open
        end();
        dns.silent("packages.example.com");
        run("1s");
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
        opens("10.20.0.1/32", "198.51.100.1/32", "198.51.100.2/32", "2001:db8::2/128");

        // the old one has had its time
        dns.host("packages.example.com", "198.51.100.2");
        opens("10.20.0.1/32", "198.51.100.2/32");
        await().until(() -> targets.condition(NAME, "HostsResolved").isEmpty());
        dns.gone("packages.example.com");
        opens("10.20.0.1/32");
        targets.reason(NAME, "InvalidTargets");
    }
}
