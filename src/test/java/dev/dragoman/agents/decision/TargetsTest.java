package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which destinations a CDTarget opens. */
class TargetsTest {
    private static final Guard GUARD =
            new Guard(
                    List.of(
                            new Guard.Place(Block.parse("10.9.0.4"), "the node a"),
                            new Guard.Place(Block.parse("10.0.0.1"), "the API server")),
                    List.of());

    private static Targets of(String... ip) {
        return Targets.of(Map.of("ip", List.of(ip)), GUARD, Optional.empty());
    }

    @Test
    void theGoodOnesStayAndTheOthersAreNamed() {
        var targets = of("10.1.0.1", "10.1.0.1/32", "010.0.0.1", "2001:DB8::1");
        assertThat(targets.peers())
                .containsExactly(
                        Map.of("ipBlock", Map.of("cidr", "10.1.0.1/32")),
                        Map.of("ipBlock", Map.of("cidr", "2001:db8::1/128")));
        assertThat(targets.problems()).singleElement().asString().startsWith("ip[2] '010.0.0.1': ");
    }

    @ParameterizedTest
    @CsvSource({
        "169.254.169.254, the metadata service",
        "168.63.129.16, Azure's host agent",
        "169.254.0.0/16, the metadata service",
        "10.9.0.4, the node a",
        "10.9.0.0/16, the node a",
        "10.0.0.1, the API server",
        "0.0.0.0/0, wider than any destination",
        "128.0.0.0/1, wider than any destination",
        "::/0, wider than any destination",
        "127.0.0.1, the machine itself",
        "169.254.170.2, the machine's own network",
        "64:ff9b::/96, all of IPv4",
        "fd00:ec2::254, the metadata service"
    })
    void whatNoTeamOpensForItselfIsRefused(String ip, String reason) {
        var targets = of(ip);
        assertThat(targets.peers()).isEmpty();
        assertThat(targets.summary()).contains(reason);
    }

    @Test
    void theAdministratorMayAllowIt() {
        var allowing = new Guard(GUARD.forbidden(), List.of(Block.parse("10.9.0.4")));
        assertThat(
                        Targets.of(Map.of("ip", List.of("10.9.0.0/16")), allowing, Optional.empty())
                                .problems())
                .isEmpty();
        var all = new Guard(GUARD.forbidden(), List.of(Block.parse("0.0.0.0/0")));
        assertThat(Targets.of(Map.of("ip", List.of("0.0.0.0/0")), all, Optional.empty()).problems())
                .isEmpty();
    }

    @Test
    void whatIsLeftOutOfABlockIsNotOpen() {
        var spec =
                Map.<String, Object>of(
                        "ipBlocks",
                        List.of(
                                Map.of("cidr", "10.9.0.0/16", "except", List.of("10.9.0.0/24")),
                                Map.of("cidr", "10.7.0.0/16", "except", List.of("10.8.0.0/24")),
                                Map.of("cidr", "10.7.0.0/16", "except", List.of("10.7.0.0/16"))));
        var targets = Targets.of(spec, GUARD, Optional.empty());
        assertThat(targets.peers())
                .containsExactly(
                        Map.of(
                                "ipBlock",
                                Map.of("cidr", "10.9.0.0/16", "except", List.of("10.9.0.0/24"))));
        assertThat(targets.problems())
                .hasSize(2)
                .allMatch(each -> each.contains("lie within") || each.endsWith("the whole block"));
    }

    @Test
    void moreThanAnObjectHoldsAreNotOpen() {
        var many =
                IntStream.range(0, 10_001)
                        .mapToObj(i -> "11.%d.%d.1".formatted(i / 256, i % 256))
                        .toArray(String[]::new);
        var targets = of(many);
        assertThat(targets.peers()).hasSize(10_000);
        assertThat(targets.summary()).startsWith("10001 destinations; only the first 10000");
        var wrong = new String[10_000];
        java.util.Arrays.fill(wrong, "x");
        assertThat(of(wrong).summary()).hasSizeLessThan(2_000).endsWith("and 9990 more");
    }

    @Test
    void hostsAreOpenWhereTheyAreUnlessNoTeamOpensThat() {
        var spec =
                Map.<String, Object>of(
                        "hosts",
                        List.of(
                                "a.example.com",
                                "b.example.com",
                                "10.0.0.0",
                                "c.example.com",
                                "d.example.com"));
        var answers = new LinkedHashMap<String, Optional<List<Block>>>();
        answers.put(
                "a.example.com",
                Optional.of(List.of(Block.parse("192.0.2.1"), Block.parse("169.254.169.254"))));
        answers.put("b.example.com", Optional.of(List.of(Block.parse("10.9.0.4"))));
        answers.put("c.example.com", Optional.empty());
        answers.put("d.example.com", Optional.of(List.of()));
        var known = Resolution.of(Hosts.NONE, answers, GUARD, Instant.EPOCH, Duration.ofHours(1));
        assertThat(known.hosts().names()).as("what is refused is not remembered").hasSize(1);
        var targets = Targets.of(spec, GUARD, Optional.of(known));
        assertThat(targets.peers())
                .containsExactly(Map.of("ipBlock", Map.of("cidr", "192.0.2.1/32")));
        assertThat(targets.problems())
                .satisfiesExactly(
                        each ->
                                assertThat(each)
                                        .startsWith(
                                                "hosts[0] 'a.example.com': it is at 169.254.169.254/32, which is not opened: it has the metadata service"),
                        each ->
                                assertThat(each)
                                        .contains("'b.example.com': it is at 10.9.0.4/32")
                                        .contains("the node a"),
                        each ->
                                assertThat(each)
                                        .startsWith("hosts[2] '10.0.0.0': no name of a host"),
                        each ->
                                assertThat(each)
                                        .endsWith(
                                                "the DNS has not answered yet; it is asked again"),
                        each -> assertThat(each).contains("the DNS knows no address of it"));
        assertThat(Targets.of(spec, GUARD, Optional.empty()).problems())
                .hasSize(5)
                .filteredOn(each -> each.contains("DRAGOMAN_CDTARGETS_RESOLVE"))
                .hasSize(4);
        assertThat(Targets.of(spec, GUARD, Optional.of(Resolution.UNASKED)).problems())
                .singleElement()
                .asString()
                .startsWith("hosts[2]");
        var later =
                Resolution.of(
                        known.hosts(),
                        Map.of("a.example.com", Optional.empty()),
                        GUARD,
                        Instant.EPOCH,
                        Duration.ofHours(1));
        assertThat(later.unanswered()).containsExactly("a.example.com");
        assertThat(later.problems()).isEmpty();
        var stricter =
                new Guard(List.of(new Guard.Place(Block.parse("192.0.2.1"), "x")), List.of());
        assertThat(Targets.of(spec, stricter, Optional.of(later)).peers())
                .as("a node has got the address meanwhile")
                .isEmpty();
    }
}
