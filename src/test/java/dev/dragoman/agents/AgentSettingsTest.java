package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Hosts;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of build agents. */
class AgentSettingsTest {
    @Test
    void theDefaultsAreThoseOfThePredecessorButForWhatIsOpen() {
        var settings = AgentSettings.from(Map.of());
        assertThat(settings.enabled()).isFalse();
        assertThat(settings.portsNamespace()).isEqualTo("cdtarget-operator");
        assertThat(settings.egress().open()).isFalse();
        assertThat(settings.egress().pool().stream().map(Block::text))
                .containsExactly(
                        "13.107.6.0/24",
                        "13.107.9.0/24",
                        "13.107.42.0/24",
                        "13.107.43.0/24",
                        "150.171.22.0/24",
                        "150.171.23.0/24",
                        "150.171.73.0/24",
                        "150.171.74.0/24",
                        "150.171.75.0/24",
                        "150.171.76.0/24",
                        "2620:1ec:50::/48",
                        "2620:1ec:51::/48",
                        "2603:1061:10::/48");
        assertThat(settings.times().grace()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.times().idle()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.pace()).as("names are not resolved").isEmpty();
        var pace = AgentSettings.from(Map.of("DRAGOMAN_CDTARGETS_RESOLVE", "1m")).pace();
        assertThat(pace).contains(new Hosts.Pace(Duration.ofMinutes(1), Duration.ofHours(1)));
    }

    @Test
    void resolversArePodsOrAddresses() {
        var settings =
                AgentSettings.from(
                        Map.of(
                                "DRAGOMAN_CDTARGETS_DNS",
                                "openshift-dns/dns.operator.openshift.io/daemonset-dns=default 169.254.20.10",
                                "DRAGOMAN_CDTARGETS_DNS_PORTS",
                                "53 5353/udp"));
        assertThat(settings.egress().resolvers())
                .containsExactly(
                        Map.of(
                                "namespaceSelector",
                                Map.of(
                                        "matchLabels",
                                        Map.of("kubernetes.io/metadata.name", "openshift-dns")),
                                "podSelector",
                                Map.of(
                                        "matchLabels",
                                        Map.of(
                                                "dns.operator.openshift.io/daemonset-dns",
                                                "default"))),
                        Map.of("ipBlock", Map.of("cidr", "169.254.20.10/32")));
        assertThat(settings.egress().resolverPorts()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DRAGOMAN_CDTARGETS                  | yes             | neither on nor off
                    DRAGOMAN_CDTARGETS_PORTS_NAMESPACE  | Not A Name      | no name of a namespace
                    DRAGOMAN_CDTARGETS_AZURE_RANGES     | 13.107.6.1/24   | '13.107.6.1/24': the address has bits of a host
                    DRAGOMAN_CDTARGETS_ALLOW            | everything      | 'everything': no IP address
                    DRAGOMAN_CDTARGETS_FORBID           | 010.0.0.0/8     | leading zeros
                    DRAGOMAN_CDTARGETS_NAMESERVERS      | dns.example.com | no IP address
                    DRAGOMAN_CDTARGETS_DNS              | k8s-app=dns     | neither NAMESPACE/LABEL=VALUE nor an address
                    DRAGOMAN_CDTARGETS_DNS_PORTS        | dns             | is no port
                    DRAGOMAN_CDTARGETS_DNS_PORTS        | #53             | names no port
                    DRAGOMAN_CDTARGETS_GRACE            | 200h            | not between 0s and 168h
                    DRAGOMAN_CDTARGETS_HOSTS            | https://a.b     | is no host
                    DRAGOMAN_CDTARGETS_POLL             | 10ms            | not between 1s and 2m
                    DRAGOMAN_CDTARGETS_COUNT_BUSY       | off             | neither true nor false
                    DRAGOMAN_CDTARGETS_RESOLVE          | on              | write it like 1h
                    DRAGOMAN_CDTARGETS_RESOLVE          | 10ms            | not between 1s and 1h
                    DRAGOMAN_CDTARGETS_RESOLVE_OVERLAP  | 48h             | not between 0s and 24h
                    DRAGOMAN_CDTARGETS_LEGACY_ALLOW_ALL | on              | neither true nor false
                    """)
    void whatIsWrongIsNamedByItsSetting(String name, String value, String reason) {
        assertThatThrownBy(() -> AgentSettings.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void listsTakeBlanksAndCommas() {
        var settings =
                AgentSettings.from(Map.of("DRAGOMAN_CDTARGETS_ALLOW", "10.0.0.1, 10.0.0.2 ::1"));
        assertThat(settings.allowed()).hasSize(3);
        assertThat(
                        AgentSettings.from(Map.of("DRAGOMAN_CDTARGETS_AZURE_RANGES", "none"))
                                .egress()
                                .pool())
                .isEmpty();
        assertThat(settings.allowed().getFirst()).isEqualTo(Block.parse("10.0.0.1"));
    }
}
