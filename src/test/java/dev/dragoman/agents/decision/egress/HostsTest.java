package dev.dragoman.agents.decision.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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

    private static Map<String, HostAnswer> answer(String name, String... addresses) {
        return Map.of(name, whole(List.of(addresses).stream().map(Block::parse).toList()));
    }

    private static HostAnswer whole(List<Block> blocks) {
        var six = blocks.stream().collect(Collectors.partitioningBy(b -> b.text().contains(":")));
        return new HostAnswer(Optional.of(six.get(false)), Optional.of(six.get(true)));
    }

    private static HostAnswer without(String type, Block... blocks) {
        var answered = Optional.of(List.of(blocks));
        return type.equals("A")
                ? new HostAnswer(Optional.empty(), answered)
                : new HostAnswer(answered, Optional.empty());
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
        assertThat(open(second.next(answer(A), NOW, HOUR), A))
                .as("there is no such host any more")
                .hasSize(2);
        assertThat(second.next(answer(A), NOW, HOUR).next(answer(A), NOW.plus(HOUR), HOUR))
                .isEqualTo(Hosts.NONE);
        assertThat(open(first.next(answer(A, "192.0.2.2"), NOW, Duration.ZERO), A))
                .containsExactly("192.0.2.2/32");
    }

    @Test
    void withoutAnAnswerAllStaysAndWhatIsNotListedGoes() {
        var known =
                Hosts.NONE
                        .next(answer(A, "192.0.2.1"), NOW, HOUR)
                        .next(answer(A, "192.0.2.2"), NOW, HOUR);
        var silence = Map.of(A, HostAnswer.NONE);
        assertThat(known.next(silence, NOW.plus(HOUR.multipliedBy(9)), HOUR)).isEqualTo(known);
        assertThat(known.next(answer(B, "192.0.2.9"), NOW, HOUR).names()).containsOnlyKeys(B);
        assertThat(Hosts.NONE.next(silence, NOW, HOUR)).isEqualTo(Hosts.NONE);
    }

    /** Such as a server that fails for AAAA, which it does not know. */
    @ParameterizedTest
    @CsvSource({
        "AAAA, 192.0.2.2,   192.0.2.2/32 192.0.2.1/32 2001:db8::1/128",
        "A,    2001:db8::2, 192.0.2.1/32 2001:db8::2/128 2001:db8::1/128",
    })
    void whatIsAnsweredCountsAndWhatFailsStays(String failed, String answered, String open) {
        var before = Hosts.NONE.next(answer(A, "192.0.2.1", "2001:db8::1"), NOW, HOUR);
        var answer = Map.of(A, without(failed, Block.parse(answered)));
        var after = before.next(answer, NOW, HOUR);
        assertThat(open(after, A)).containsExactlyInAnyOrder(open.split(" ", -1));
        assertThat(open(after.next(answer, NOW.plus(HOUR), HOUR), A))
                .as("the type that failed has stayed, the other one ends as usual")
                .hasSize(2);
        var resolution = Resolution.of(before, answer, new Guard(List.of(), List.of()), NOW, HOUR);
        assertThat(resolution.problems()).isEmpty();
        assertThat(resolution.unanswered())
                .containsExactly("a.example.com (records of type %s)".formatted(failed));
        var nothing =
                Resolution.of(
                        Hosts.NONE,
                        Map.of(A, without(failed)),
                        new Guard(List.of(), List.of()),
                        NOW,
                        HOUR);
        assertThat(nothing.problems())
                .containsEntry(
                        A,
                        "the DNS has not answered yet (records of type %s); the operator asks again"
                                .formatted(failed));
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

    /** 256 KiB are for all annotations. */
    @Test
    void allOfThemFitIntoAnAnnotationHoweverLongNamesAre() {
        var addresses =
                IntStream.range(0, 100)
                        .mapToObj(
                                i ->
                                        Block.parse(
                                                "2001:db8:1111:2222:3333:4444:5555:%x"
                                                        .formatted(i + 4096)))
                        .toList();
        for (int length : new int[] {20, 140, 240}) {
            var answers = new LinkedHashMap<String, HostAnswer>();
            for (int i = 0; i < 100; i++) {
                answers.put(longName(i, length), whole(addresses));
            }
            var none = new LinkedHashMap<String, HostAnswer>();
            answers.keySet().forEach(each -> none.put(each, whole(List.of())));
            var hosts = Hosts.NONE.next(answers, NOW, HOUR).next(none, NOW, HOUR);
            assertThat(hosts.text().length()).isBetween(90_000, 131_072);
            assertThat(Hosts.parse(hosts.text())).isEqualTo(hosts);
            assertThat(hosts.cut(answers)).as("what is cut is known").isNotEmpty();
        }
    }

    private static String longName(int number, int length) {
        var name = new StringBuilder("h%d".formatted(number));
        while (name.length() < length) {
            name.append(".").append("a".repeat(Math.min(60, Math.max(1, length - name.length()))));
        }
        return name.append(".com").toString();
    }

    /** Such as those of a network of caches. */
    @Test
    void answersThatGoAroundAreHardlyEverWritten() {
        var hosts = Hosts.NONE;
        int writes = 0;
        var now = NOW;
        for (int look = 0; look < 120; look++) {
            var some = new String[4];
            for (int i = 0; i < 4; i++) {
                some[i] = "192.0.2." + (look * 4 + i) % 16;
            }
            var next = hosts.next(answer(A, some), now, HOUR);
            writes += next.equals(hosts) ? 0 : 1;
            hosts = next;
            now = now.plusSeconds(60);
        }
        assertThat(open(hosts, A)).hasSize(16);
        assertThat(writes).as("in two hours").isLessThan(40);
    }

    @Test
    void anEndThatIsTooFarAwayIsNotBelieved() {
        var forged = Hosts.parse("a.example.com 192.0.2.1/32 9999-01-01T00:00:00Z");
        var next = forged.next(answer(A, "192.0.2.2"), NOW, HOUR);
        assertThat(next.nextEnd()).contains(Instant.parse("2026-01-01T01:00:00Z"));
        assertThat(open(next.next(answer(A, "192.0.2.2"), NOW.plus(HOUR), HOUR), A))
                .containsExactly("192.0.2.2/32");
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
