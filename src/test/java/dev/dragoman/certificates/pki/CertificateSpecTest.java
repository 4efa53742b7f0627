package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.named;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What may be asked for. */
class CertificateSpecTest {
    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(named(client(), ""), "commonName: is empty; write a name"),
                arguments(named(client(), "  "), "commonName: is empty; write a name"),
                arguments(
                        named(client(), "a".repeat(65)),
                        "commonName: has 65 characters; write at most 64"),
                arguments(
                        named(client(), " a"),
                        "commonName: begins or ends with a blank; remove the blank"),
                arguments(
                        named(client(), "a\nb"),
                        "commonName: has characters that cannot be printed; remove them"),
                arguments(
                        named(client(), "a\ud800b"),
                        "commonName: has characters that cannot be printed; remove them"),
                arguments(
                        named(client(), "a\u202eb"),
                        "commonName: has characters that cannot be printed; remove them"),
                arguments(
                        server().withHosts(List.of("a.example", "b.example.")),
                        "hosts[1]: 'b.example.' ends with a dot; remove the dot"),
                arguments(
                        server().withHosts(List.of()),
                        "hosts: is empty; write the names under which the server is reached"),
                arguments(
                        server().withHosts(Collections.nCopies(101, "a.example")),
                        "hosts: has 101 entries; write at most 100"),
                arguments(
                        with(ca("ca"), Usage.CA, Usage.SERVER),
                        "isCA: a CA cannot also be a server or a client, because that server or client would hold the key of the CA. Remove the fields server and client, and write a second DiscoveryServiceCertificate for the server or client"),
                arguments(
                        withPathLength(ca("ca"), 9),
                        "pathLength: is 9; write 0 to 8 for a CA, and 0 otherwise"),
                arguments(
                        withPathLength(ca("ca"), -1),
                        "pathLength: is -1; write 0 to 8 for a CA, and 0 otherwise"),
                arguments(
                        withPathLength(client(), 1),
                        "pathLength: is 1; write 0 to 8 for a CA, and 0 otherwise"),
                arguments(
                        with(client(), Duration.ZERO),
                        "validFor: is 0 s; write 5 to 3155760000 (100 years)"),
                arguments(
                        with(client(), Duration.ofSeconds(-1)),
                        "validFor: is -1 s; write 5 to 3155760000 (100 years)"),
                arguments(
                        with(client(), Duration.ofMillis(4999)),
                        "validFor: is 4 s; write 5 to 3155760000 (100 years)"),
                arguments(
                        with(client(), Duration.ofSeconds(Long.MAX_VALUE)),
                        "validFor: is 9223372036854775807 s; write 5 to 3155760000 (100 years)"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatIsWrongIsNamedWithItsField(CertificateSpec spec, String problem) {
        assertThat(spec.problems()).containsExactly(problem);
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        var spec = named(with(server().withHosts(List.of("a_b", "-")), Duration.ZERO), "");
        assertThat(spec.problems())
                .extracting(each -> each.substring(0, each.indexOf(':')))
                .containsExactly("commonName", "hosts[0]", "hosts[1]", "validFor");
    }

    static Stream<CertificateSpec> right() {
        return Stream.of(
                server(),
                client(),
                ca("ca"),
                withPathLength(ca("ca"), 8),
                named(client(), "Ä".repeat(64)),
                named(client(), "\ud83d\ude00".repeat(64)),
                with(client(), CertificateSpec.SHORTEST),
                with(client(), CertificateSpec.LONGEST),
                server().withHosts(Collections.nCopies(100, "a.example")));
    }

    @ParameterizedTest
    @MethodSource("right")
    void limitsAreAllowed(CertificateSpec spec) {
        assertThat(spec.problems()).isEmpty();
    }

    /** MARIN3R writes it there, and it was accepted there for years. */
    @Test
    void commonNameAmongTheHostsMayBeAnythingWhereNoServerIsReachedByIt() {
        var copied = named(client(), "My Client").withHosts(List.of("My Client", "a.example"));
        assertThat(copied.problems()).isEmpty();
        assertThat(copied.names()).containsExactly(new Host("a.example", false));
        assertThat(with(copied, Usage.SERVER).problems()).hasSize(1);
        assertThat(copied.withHosts(List.of("Other Client")).problems()).hasSize(1);
    }

    @Test
    void hostsAreThereOnceWhateverTheirSpelling() {
        var spec = server().withHosts(List.of("B.example", "::1", "b.example", "0:0::1", "a.b"));
        assertThat(spec.names())
                .extracting(Host::text)
                .containsExactly("b.example", "0:0:0:0:0:0:0:1", "a.b");
    }

    @Test
    void aPathLengthWithoutLimitBecomesTheMostThatIsAllowed() {
        assertThat(ca("ca").withPathLength(Integer.MAX_VALUE).problems()).isEmpty();
        assertThat(ca("ca").withPathLength(Integer.MAX_VALUE).pathLength()).isEqualTo(8);
    }

    @Test
    void isWhatItSays() {
        assertThat(client().client()).isTrue();
        assertThat(client().server()).isFalse();
        assertThat(with(client()).client()).isFalse();
        assertThat(with(client()).server()).isFalse();
        assertThat(server().client()).isFalse();
        assertThat(server().server()).isTrue();
        assertThat(ca("ca").client()).isFalse();
        var both = with(server(), Usage.SERVER, Usage.CLIENT);
        assertThat(both.client() && both.server()).isTrue();
    }
}
