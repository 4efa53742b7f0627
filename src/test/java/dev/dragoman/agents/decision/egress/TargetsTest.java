package dev.dragoman.agents.decision.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "0.0.0.0/0, it is wider than a /8 of IPv4",
        "128.0.0.0/1, it is wider than a /8 of IPv4",
        "::/0, it is wider than a /8 of IPv4",
        "127.0.0.1, the machine itself",
        "169.254.170.2, the machine's own network",
        "64:ff9b::/96, all of IPv4",
        "fd00:ec2::254, the metadata service",
        "0.0.0.0, the machine itself",
        "100.100.100.200, the metadata service",
        "100.100.0.0/16, the metadata service",
        "192.0.0.192, the metadata service",
        "::fffe:0:0/95, through IPv4-mapped addresses it reaches 0.0.0.0/0",
        "::8000:0:0/81, through IPv4-mapped addresses it reaches 0.0.0.0/0",
        "64:ff9b:1::/48, all of IPv4",
        "64:ff9b:1:a9fe:a9:fe00::, all of IPv4",
        "2002:a9fe:a9fe::1, through 6to4 it reaches 169.254.169.254/32: it overlaps the metadata service",
        "2002:a09::/32, through 6to4 it reaches 10.9.0.0/16: it overlaps the node a",
        "::ffff:0:a9fe:a9fe, through IPv4-translated addresses it reaches 169.254.169.254/32: it overlaps the metadata service",
        "::ffff:0:a00:0/104, through IPv4-translated addresses it reaches 10.0.0.0/8: it overlaps the node a",
        "::7f00:1, through IPv4-compatible addresses it reaches 127.0.0.1/32: it overlaps the machine itself",
        "::, through IPv4-compatible addresses it reaches 0.0.0.0/32",
        "2001:0:a9fe:a9fe::1, through the server of Teredo it reaches 169.254.169.254/32",
        "2001:0:101:101:0:0:5601:5601, through the client of Teredo it reaches 169.254.169.254/32",
        "2001:0:101:101::/64, through the client of Teredo it reaches 0.0.0.0/0",
        "2001:db8::5efe:a9fe:a9fe, through ISATAP it reaches 169.254.169.254/32",
        "2001:db8::200:5efe:a9fe:a9fe, through ISATAP it reaches 169.254.169.254/32",
        "::/32, the machine itself"
    })
    void whatNoTeamOpensForItselfIsRefused(String ip, String reason) {
        var targets = of(ip);
        assertThat(targets.peers()).isEmpty();
        assertThat(targets.summary()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2002:c000:204::/48",
                "::ffff:0:c000:204",
                "2001:0:c000:204:0:0:3fff:fdfb",
                "2001:db8::/64"
            })
    void whatStandsForAnAddressThatMayBeOpenedMayBeToo(String ip) {
        assertThat(of(ip).problems()).isEmpty();
    }

    /** All of IPv4 but what is refused, block by block. */
    private static Map<String, Object> everything(String block) {
        var holes =
                Map.of(
                        0, "0.0.0.0/9",
                        10, "10.0.0.0/9",
                        100, "100.100.100.200/32",
                        127, "127.0.0.0/9",
                        168, "168.63.129.16/32",
                        169, "169.254.0.0/16",
                        192, "192.0.0.192/32");
        return Map.of(
                "ipBlocks",
                IntStream.range(1, 256)
                        .filter(i -> i != 127)
                        .mapToObj(
                                i ->
                                        block.isEmpty() && holes.containsKey(i)
                                                ? Map.of(
                                                        "cidr",
                                                        i + ".0.0.0/8",
                                                        "except",
                                                        List.of(holes.get(i)))
                                                : Map.of(
                                                        "cidr",
                                                        block.isEmpty()
                                                                ? i + ".0.0.0/8"
                                                                : block.formatted(i)))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"''", "::ffff:0:%x00:0/104", "::%x00:0/104"})
    void manyEntriesOpenNoMoreThanOne(String block) {
        // the first one, and the private networks
        assertThat(Targets.of(everything(block), GUARD, Optional.empty()).peers())
                .hasSizeLessThanOrEqualTo(2)
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2002:a9fe::/32, 2002:a9fe::/33, false",
        "2002:a9fd::/32, 2002:a9fd::/33, true",
        "2002:a09::/32, 2002:a09:4::/48, true",
        "2002:a09::/32, 2002:a09:4::/64, false",
        "2001:0:a9fe:a9fe::/64, 2001:0:a9fe:a9fe:8000::/65, false",
        "::ffff:0:a09:0/112, ::ffff:0:a09:4, true",
        "2001:0:101:101:0:0:5601:0/112, 2001:0:101:101:0:0:5601:5601, false"
    })
    void aHoleCountsWhereNothingElseStandsForTheSame(String cidr, String except, boolean open) {
        var spec =
                Map.<String, Object>of(
                        "ipBlocks", List.of(Map.of("cidr", cidr, "except", List.of(except))));
        assertThat(Targets.of(spec, GUARD, Optional.empty()).problems().isEmpty()).isEqualTo(open);
    }

    @Test
    void eachAddressCountsOnceAndPrivateNetworksDoNot() {
        assertThat(
                        of(
                                        "20.0.0.0/8",
                                        "20.1.0.0/16",
                                        "20.0.0.0/9",
                                        "172.16.0.0/12",
                                        "192.168.0.0/16",
                                        "2001:db8::/33",
                                        "2001:db8:8000::/33")
                                .problems())
                .isEmpty();
        assertThat(of("20.0.0.0/8", "21.0.0.1").summary())
                .startsWith("ip[1] '21.0.0.1': this entry and those before it");
        assertThat(of("20.0.0.0/9", "21.0.0.0/9", "22.0.0.1").problems()).hasSize(1);
        assertThat(of("2001:db8::/32", "2001:db9::1").problems()).hasSize(1);
        var left =
                Map.<String, Object>of(
                        "ipBlocks",
                        List.of(
                                Map.of("cidr", "20.0.0.0/8", "except", List.of("20.0.0.0/9")),
                                Map.of("cidr", "21.0.0.0/9"),
                                Map.of("cidr", "20.0.0.0/16")));
        assertThat(Targets.of(left, GUARD, Optional.empty()).summary()).startsWith("ipBlocks[2] ");
        var allowing = new Guard(List.of(), List.of(Block.parse("21.0.0.0/8")));
        assertThat(
                        Targets.of(
                                        Map.of("ip", List.of("20.0.0.0/8", "21.0.0.0/8")),
                                        allowing,
                                        Optional.empty())
                                .problems())
                .isEmpty();
    }

    @Test
    void whatNobodyCanCountIsCountedInTime() {
        var many = new java.util.ArrayList<String>();
        IntStream.range(0, 5_000)
                .forEach(i -> many.add("20.0.%d.%d".formatted(i / 100, 2 * (i % 100))));
        IntStream.range(0, 5_000).forEach(i -> many.add("%d.0.0.0/8".formatted(20 + i % 2)));
        org.junit.jupiter.api.Assertions.assertTimeout(
                Duration.ofSeconds(5), () -> of(many.toArray(String[]::new)));
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

    /** In a cluster of thousands of nodes each entry is compared with all of them. */
    @Test
    @Timeout(10)
    void whatIsTooMuchIsNotLookedAt() {
        var nodes =
                IntStream.range(0, 5_000)
                        .mapToObj(i -> Block.parse("10.%d.%d.1".formatted(i / 256, i % 256)))
                        .map(each -> new Guard.Place(each, "a node"))
                        .toList();
        var guard = new Guard(nodes, List.of());
        var ip = java.util.Collections.nCopies(100_000, "11.1.1.1");
        assertThat(Targets.of(Map.of("ip", ip), guard, Optional.empty()).summary())
                .isEqualTo("100000 destinations; only the first 10000 are open");
        var except = IntStream.range(0, 30_000).mapToObj(TargetsTest::ofOneHash).toList();
        var block = Map.of("cidr", "2001:db8::/32", "except", except);
        assertThat(
                        Targets.of(Map.of("ipBlocks", List.of(block)), guard, Optional.empty())
                                .summary())
                .isEqualTo("30001 destinations; only the first 10000 are open");
    }

    /** Addresses whose numbers were chosen so that all have one hash. */
    private static String ofOneHash(int number) {
        int rest = -31 * number;
        return "2001:db8:0:0:%x:%x:%x:%x"
                .formatted(number >>> 16, number & 0xffff, rest >>> 16, rest & 0xffff);
    }

    @Test
    @Timeout(5)
    void blocksOfOneHashAreToldApartAsQuicklyAsOthers() {
        var all = new HashSet<Block>();
        IntStream.range(0, 60_000)
                .mapToObj(TargetsTest::ofOneHash)
                .map(Block::parse)
                .forEach(all::add);
        assertThat(all)
                .hasSize(60_000)
                .extracting(Block::hashCode)
                .containsOnly(Block.parse(ofOneHash(0)).hashCode());
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
        var answers = new LinkedHashMap<String, HostAnswer>();
        answers.put(
                "a.example.com", four(Block.parse("192.0.2.1"), Block.parse("169.254.169.254")));
        answers.put("b.example.com", four(Block.parse("10.9.0.4")));
        answers.put("c.example.com", HostAnswer.NONE);
        answers.put("d.example.com", four());
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
                                                "hosts[0] 'a.example.com': its address 169.254.169.254/32 stays closed: it overlaps the metadata service"),
                        each ->
                                assertThat(each)
                                        .contains("'b.example.com': its address 10.9.0.4/32")
                                        .contains("the node a"),
                        each ->
                                assertThat(each)
                                        .startsWith("hosts[2] '10.0.0.0': no name of a host"),
                        each ->
                                assertThat(each)
                                        .endsWith(
                                                "the DNS has not answered yet; the operator asks again"),
                        each -> assertThat(each).contains("the DNS knows no address of this host"));
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
                        Map.of("a.example.com", HostAnswer.NONE),
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

    private static HostAnswer four(Block... blocks) {
        return new HostAnswer(Optional.of(List.of(blocks)), Optional.of(List.of()));
    }
}
