package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.HostAnswer;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** Answers for host names, of a real name server and of one that the test plays. */
class DnsTest {
    private static final ObjectKey ONE = key("one");
    private static final ObjectKey OTHER = key("other");

    private final LocalDns server = new LocalDns();
    private final Dns dns = of(server);

    private static Dns of(LocalDns... servers) {
        return new Dns(
                new ExtendedResolver(
                        Arrays.stream(servers)
                                .map(each -> (Resolver) new SimpleResolver(each.socketAddress()))
                                .toList()));
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("cnad.gofound.nl", "CDTarget", "team", name);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Optional<List<String>> asked(String name) throws Exception {
        var answer = dns.ask(name).get(30, TimeUnit.SECONDS);
        return answer.equals(HostAnswer.NONE)
                ? Optional.empty()
                : Optional.of(answer.blocks().stream().map(Block::text).toList());
    }

    @Test
    void noSuchHostIsAnAnswerAndSilenceIsNone() throws Exception {
        server.host("a.example.com", "192.0.2.1", "192.0.2.2", "2001:db8::1");
        server.host("four.example.com", "192.0.2.3");
        server.silent("silent.example.com");
        assertThat(asked("a.example.com"))
                .contains(List.of("192.0.2.1/32", "192.0.2.2/32", "2001:db8::1/128"));
        assertThat(asked("four.example.com")).contains(List.of("192.0.2.3/32"));
        assertThat(asked("gone.example.com")).contains(List.of());
        assertThat(asked("silent.example.com")).isEmpty();
    }

    /** As a server does that does not know records of the type. */
    @ParameterizedTest
    @CsvSource({
        "AAAA, SERVFAIL, 192.0.2.1/32",
        "AAAA, REFUSED,  192.0.2.1/32",
        "AAAA, ,         192.0.2.1/32",
        "A,    SERVFAIL, 2001:db8::1/128",
        "A,    NOTIMP,   2001:db8::1/128",
    })
    void whatIsAnsweredCountsThoughTheOtherTypeFails(String type, String code, String block)
            throws Exception {
        server.host("a.example.com", "192.0.2.1", "2001:db8::1");
        server.fails(Type.value(type), code == null ? -1 : Rcode.value(code));
        var answer = dns.ask("a.example.com").get(30, TimeUnit.SECONDS);
        assertThat(answer.blocks()).containsExactly(Block.parse(block.split("/", -1)[0]));
        assertThat(type.equals("A") ? answer.four() : answer.six()).isEmpty();
    }

    private static HostAnswer whole(Block... blocks) {
        return new HostAnswer(Optional.of(List.of(blocks)), Optional.of(List.of()));
    }

    @Test
    void theNextServerIsAskedWhereOneIsSilent() throws Exception {
        try (var other = new LocalDns()) {
            server.silent("a.example.com");
            other.host("a.example.com", "192.0.2.1");
            assertThat(of(server, other).ask("a.example.com").get(30, TimeUnit.SECONDS))
                    .isEqualTo(whole(Block.parse("192.0.2.1")));
        }
    }

    @Test
    void namesThatAreNotAnsweredHoldUpNoOther() {
        for (int i = 0; i < 20; i++) {
            server.silent("s%d.example.com".formatted(i));
        }
        server.host("good.example.com", "192.0.2.1");
        var names = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
            names.add("s%d.example.com".formatted(i));
        }
        try (var answers = new HostAnswers(dns, Duration.ofHours(1), key -> {})) {
            assertThat(answers.of(ONE, names).values()).allMatch(HostAnswer.NONE::equals);
            assertThat(answers.of(OTHER, List.of("good.example.com")))
                    .containsEntry("good.example.com", whole(Block.parse("192.0.2.1")));
        }
    }

    @Test
    void whoListsANameIsToldOfItsChangesAndNobodyElse() {
        var told = new CopyOnWriteArrayList<ObjectKey>();
        server.host("a.example.com", "192.0.2.1");
        server.host("b.example.com", "192.0.2.9");
        try (var answers = new HostAnswers(dns, Duration.ofMillis(50), told::add)) {
            var _ = answers.of(ONE, List.of("a.example.com"));
            var _ = answers.of(OTHER, List.of("b.example.com"));
            // the first answers are news too
            await().until(() -> told.containsAll(List.of(ONE, OTHER)));
            told.clear();
            server.host("a.example.com", "192.0.2.2", "192.0.2.1");
            await().until(() -> told.contains(ONE));
            assertThat(answers.of(ONE, List.of("a.example.com")).get("a.example.com").blocks())
                    .extracting(Block::text)
                    .containsExactly("192.0.2.1/32", "192.0.2.2/32");
            assertThat(told).doesNotContain(OTHER);
            server.gone("a.example.com");
            await().until(
                            () ->
                                    answers.of(ONE, List.of("a.example.com"))
                                            .equals(Map.of("a.example.com", whole())));
        }
    }

    /** The order goes around, and names that nobody lists are not asked for. */
    @Test
    void whatIsNoNewsIsNotTold() {
        var asked = new ConcurrentHashMap<String, Integer>();
        var told = new CopyOnWriteArrayList<ObjectKey>();
        HostAnswers.Asker turning =
                name -> {
                    int times = asked.merge(name, 1, Integer::sum);
                    var one = Block.parse("192.0.2.1");
                    var two = Block.parse("192.0.2.2");
                    return CompletableFuture.completedFuture(
                            times % 2 == 0 ? whole(one, two) : whole(two, one));
                };
        try (var answers = new HostAnswers(turning, Duration.ofMillis(10), told::add)) {
            var _ = answers.of(ONE, List.of("a.example.com"));
            await().until(() -> asked.get("a.example.com") > 5);
            // the first answer is news, and what came after it is not
            assertThat(told).containsExactly(ONE);
            var _ = answers.of(ONE, List.of("b.example.com"));
            await().until(() -> asked.get("b.example.com") > 5);
            int before = asked.get("a.example.com");
            int other = asked.get("b.example.com");
            await().until(() -> asked.get("b.example.com") > other + 5);
            assertThat(asked.get("a.example.com")).isLessThanOrEqualTo(before + 1);
        }
    }
}
