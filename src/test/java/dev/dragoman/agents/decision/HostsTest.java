package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is open for host names, by what was answered. */
class HostsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String A = "a.example.com";
    private static final String B = "b.example.com";

    private static Map<String, Optional<List<Block>>> answer(String name, String... addresses) {
        return Map.of(name, Optional.of(List.of(addresses).stream().map(Block::parse).toList()));
    }

    private static List<String> open(Hosts hosts, String name) {
        return hosts.of(name).stream().map(Block::text).toList();
    }

    @Test
    void anOldAddressStaysForAWhile() {
        var first = Hosts.NONE.next(answer(A, "192.0.2.1"), NOW, HOUR);
        var second = first.next(answer(A, "192.0.2.2"), NOW, HOUR);
        assertThat(open(second, A)).containsExactly("192.0.2.1/32", "192.0.2.2/32");
        var third = second.next(answer(A, "192.0.2.2"), NOW.plusSeconds(60), HOUR);
        assertThat(third).as("its end is not put off").isEqualTo(second);
        var later = third.next(answer(A, "192.0.2.2"), NOW.plus(HOUR), HOUR);
        assertThat(open(later, A)).containsExactly("192.0.2.2/32");
        assertThat(open(second.next(answer(A, "192.0.2.1"), NOW, HOUR), A))
                .as("it is back, and the other one leaves")
                .containsExactly("192.0.2.1/32", "192.0.2.2/32");
        assertThat(open(first.next(answer(A, "192.0.2.2"), NOW, Duration.ZERO), A))
                .containsExactly("192.0.2.2/32");
    }

    @Test
    void withoutAnAnswerAllStaysAndWhatIsNotListedGoes() {
        var known =
                Hosts.NONE
                        .next(answer(A, "192.0.2.1"), NOW, HOUR)
                        .next(answer(A, "192.0.2.2"), NOW, HOUR);
        Map<String, Optional<List<Block>>> silence = Map.of(A, Optional.empty());
        assertThat(known.next(silence, NOW.plus(HOUR.multipliedBy(9)), HOUR)).isEqualTo(known);
        assertThat(known.next(answer(B, "192.0.2.9"), NOW, HOUR).names()).containsOnlyKeys(B);
        assertThat(Hosts.NONE.next(silence, NOW, HOUR)).isEqualTo(Hosts.NONE);
    }

    @Test
    void thoseOfTheLastAnswerComeFirstWhereThereAreTooMany() {
        var many = IntStream.range(0, 90).mapToObj(i -> "192.0.2." + i).toArray(String[]::new);
        var others = IntStream.range(0, 90).mapToObj(i -> "198.51.100." + i).toArray(String[]::new);
        var hosts = Hosts.NONE.next(answer(A, many), NOW, HOUR).next(answer(A, others), NOW, HOUR);
        assertThat(open(hosts, A))
                .hasSize(100)
                .filteredOn(each -> each.startsWith("198."))
                .hasSize(90);
    }

    @Test
    void allOfThemFitIntoAnAnnotation() {
        var answers = new java.util.LinkedHashMap<String, Optional<List<Block>>>();
        var long6 = new ArrayList<Block>();
        IntStream.range(0, 200)
                .forEach(
                        i ->
                                long6.add(
                                        Block.parse(
                                                "2001:db8:1111:2222:3333:4444:5555:"
                                                        + (i + 1000))));
        for (int i = 0; i < 100; i++) {
            answers.put("h%d.%s".formatted(i, "packages.example.com"), Optional.of(long6));
        }
        var hosts = Hosts.NONE.next(answers, NOW, HOUR);
        assertThat(hosts.text().length()).isBetween(100_000, 200_000);
        assertThat(Hosts.parse(hosts.text())).isEqualTo(hosts);
    }

    @Test
    void isWrittenAndRead() {
        var hosts =
                Hosts.NONE
                        .next(answer(A, "192.0.2.1", "2001:db8::1"), NOW, HOUR)
                        .next(answer(A, "192.0.2.2"), NOW, HOUR);
        assertThat(hosts.text())
                .isEqualTo(
                        """
                        a.example.com 192.0.2.1/32 2026-01-01T01:00:00Z
                        a.example.com 192.0.2.2/32
                        a.example.com 2001:db8::1/128 2026-01-01T01:00:00Z""");
        assertThat(Hosts.parse(hosts.text())).isEqualTo(hosts);
    }

    /** Others may have written there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a.example.com",
                "a.example.com 0.0.0.0/0",
                "a.example.com 192.0.2.0/24",
                "a.example.com 192.0.2.1/32 tomorrow",
                "a.example.com 192.0.2.1/32 2026-01-01T01:00:00Z x"
            })
    void whatIsNoSuchLineIsLeftOut(String text) {
        assertThat(Hosts.parse(text)).isEqualTo(Hosts.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "packages.example.com, true",
        "a-1.b.co, true",
        "xn--bcher-kva.example, true",
        "localhost, false",
        "Packages.example.com, false",
        "packages.example.com., false",
        "*.example.com, false",
        "-a.example.com, false",
        "a..example.com, false",
        "10.0.0.1, false",
        "10.0.0.0x1, false",
        "https://a.example.com, false",
        "a.example.com:443, false"
    })
    void aNameIsWholeAndNoAddress(String text, boolean name) {
        assertThat(Hosts.isName(text)).isEqualTo(name);
    }
}
