package dev.dragoman.certificates.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Usage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a CA lets other namespaces have. */
class ConsentTest {
    private static CertificateSpec spec(String usages, String name, String hosts, long seconds) {
        return new CertificateSpec(
                name,
                hosts == null ? List.of() : List.of(hosts.split(" ")),
                usages == null
                        ? Set.of()
                        : Arrays.stream(usages.split(" "))
                                .map(Usage::valueOf)
                                .collect(Collectors.toSet()),
                0,
                Duration.ofSeconds(seconds),
                KeySpec.RSA_2048);
    }

    private static Consent consent(String annotation, String namespace) {
        return Consent.of(
                Map.of(
                        "metadata",
                        Map.of(
                                "namespace",
                                "edge",
                                "annotations",
                                Map.of(CertificateNames.ALLOW, annotation))),
                namespace);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    # as a discovery service makes them
                    team            | CLIENT        | marin3r-xds-client   | marin3r-xds-client       | 172800    | -
                    team            | CLIENT        | app                  | -                        | 60        | -
                    team            | CLIENT        | app                  | a.team.svc               | 60        | -
                    # the server's own name, for three years
                    team            | SERVER        | marin3r-server-xds   | marin3r-xds.edge.svc     | 94608000  | only 'client: true'
                    team            | CLIENT SERVER | x                    | x                        | 60        | only 'client: true'
                    team            | -             | x                    | -                        | 60        | only 'client: true'
                    team            | CA            | x                    | -                        | 60        | only 'client: true'
                    team            | CLIENT CA     | x                    | -                        | 60        | only 'client: true'
                    team            | CLIENT        | x                    | marin3r-xds.edge.svc     | 60        | the name 'marin3r-xds.edge.svc'
                    team            | CLIENT        | x                    | marin3r-xds              | 60        | the name 'marin3r-xds'
                    team            | CLIENT        | marin3r-xds.edge.svc | -                        | 60        | the name 'marin3r-xds.edge.svc'
                    team            | CLIENT        | a.team               | -                        | 60        | the name 'a.team'
                    team            | CLIENT        | x                    | 10.0.0.1                 | 60        | the name '10.0.0.1'
                    team            | CLIENT        | x                    | *.svc                    | 60        | the name '*.svc'
                    team            | CLIENT        | x                    | -                        | 172801    | validFor is more
                    *               | CLIENT        | x                    | -                        | 60        | -
                    *               | SERVER        | x                    | x                        | 60        | only 'client: true'
                    team:client     | CLIENT        | x                    | -                        | 94608000  | -
                    team:client     | SERVER        | x                    | x                        | 60        | only 'client: true'
                    team:a.x.io     | SERVER        | a.x.io               | a.x.io                   | 94608000  | -
                    team:a.x.io+a.x.io | SERVER     | a.x.io               | a.x.io                   | 94608000  | -
                    team:a.x.io     | SERVER        | x                    | a.x.io b.x.io            | 60        | the name 'b.x.io'
                    team team:a.x.io | SERVER       | a.x.io               | a.x.io b.x.io            | 60        | the name 'b.x.io'
                    team:a.x.io     | SERVER        | b.x.io               | a.x.io                   | 60        | the name 'b.x.io'
                    team:*.x.io     | SERVER        | x                    | a.x.io *.b.x.io          | 60        | -
                    team:*.x.io     | SERVER        | x                    | x.io                     | 60        | the name 'x.io'
                    team:*.x.io     | SERVER        | x                    | evilx.io                 | 60        | the name 'evilx.io'
                    team:a.x.io     | CA            | x                    | -                        | 60        | isCA
                    team:a.x.io+all | SERVER        | x                    | b.x.io                   | 60        | the name 'b.x.io'
                    team:all        | CA            | x                    | -                        | 94608000  | -
                    team,team:all   | SERVER        | x                    | x                        | 60        | -
                    team:           | CLIENT        | x                    | -                        | 60        | may have no certificate
                    team2           | CLIENT        | x                    | -                        | 60        | may have no certificate
                    """)
    void namesWhatItIsFor(
            String annotation,
            String usages,
            String name,
            String hosts,
            long seconds,
            String beyond) {
        var found = consent(annotation, "team").beyond(spec(usages, name, hosts, seconds));
        if (beyond == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found.orElseThrow()).contains(beyond);
        }
        assertThat(consent("", "edge").beyond(spec(usages, name, hosts, seconds)))
                .as("its own namespace")
                .isEmpty();
    }

    @Test
    void theCommonNameOfAClientBecomesNoHost() {
        var spec = spec("CLIENT", "marin3r-xds", "marin3r-xds", 60);
        assertThat(consent("team", "team").limited(spec).hosts()).isEmpty();
        assertThat(consent("", "edge").limited(spec)).isEqualTo(spec);
        var server = spec("SERVER", "x", "x", 60);
        assertThat(consent("team:all", "team").limited(server)).isEqualTo(server);
    }
}
