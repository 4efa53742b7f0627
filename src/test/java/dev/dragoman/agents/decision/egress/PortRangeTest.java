package dev.dragoman.agents.decision.egress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of the ConfigMap cdtarget-ports. */
class PortRangeTest {
    @Test
    void readsWhatAdministratorsWrite() {
        var parsed = PortRange.parse("443\r\n# a comment\n8000-8010/tcp # web\n53/UDP\n\n443\n");
        assertThat(parsed.problems()).isEmpty();
        assertThat(parsed.ports())
                .containsExactly(
                        new PortRange(443, 443, "TCP"),
                        new PortRange(443, 443, "UDP"),
                        new PortRange(8000, 8010, "TCP"),
                        new PortRange(53, 53, "UDP"));
    }

    @Test
    void theDefaultsAreThoseOfThePredecessor() {
        assertThat(PortRange.DEFAULTS.stream().map(PortRange::first).distinct())
                .containsExactly(443, 22, 5986);
        assertThat(PortRange.DEFAULTS).hasSize(6);
    }

    @ParameterizedTest
    @CsvSource({
        "https, 'https' is no port",
        "0, ports are 1 to 65535",
        "65536, ports are 1 to 65535",
        "90-80, the smaller one first",
        "80/icmp, tcp",
        "443 22, is no port",
        "-1, is no port"
    })
    void whatIsNoneIsNamedWithItsLine(String line, String reason) {
        var parsed = PortRange.parse("443\n" + line + "\n");
        assertThat(parsed.problems())
                .singleElement()
                .asString()
                .startsWith("line 2: ")
                .contains(reason);
    }
}
