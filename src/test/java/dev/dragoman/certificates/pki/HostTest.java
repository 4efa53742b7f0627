package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and addresses of a certificate. */
class HostTest {
    @ParameterizedTest
    @CsvSource({
        "example.com, example.com, false",
        "Example.COM, example.com, false",
        "marin3r-server-instance, marin3r-server-instance, false",
        "1a.example.com, 1a.example.com, false",
        "*.example.com, *.example.com, false",
        "*.svc, *.svc, false",
        "xn--bcher-kva.example, xn--bcher-kva.example, false",
        "127.0.0.1, 127.0.0.1, true",
        "255.255.255.255, 255.255.255.255, true",
        "::1, 0:0:0:0:0:0:0:1, true",
        "FD00::1, fd00:0:0:0:0:0:0:1, true",
        "2001:db8::192.0.2.1, 2001:db8:0:0:0:0:c000:201, true",
        "::ffff:192.0.2.1, 192.0.2.1, true"
    })
    void hasOneForm(String written, String text, boolean address) {
        var host = Host.parse(written);
        assertThat(host).isEqualTo(new Host(text, address));
        assertThat(Host.parse(host.text())).isEqualTo(host);
    }

    @Test
    void addressesHaveFourOrSixteenBytes() {
        assertThat(Host.parse("192.0.2.1").bytes()).containsExactly(192, 0, 2, 1);
        assertThat(Host.parse("fd00::1").bytes()).hasSize(16).startsWith(0xfd).endsWith(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | is empty; write a DNS name or an IP address",
                "example.com. | 'example.com.' ends with a dot; remove the dot",
                ". | '.' ends with a dot",
                ".example.com | letters, digits and '-'",
                "a..b | letters, digits and '-'",
                "-a.example | no '-' at its ends",
                "a-.example | no '-' at its ends",
                "my_host | letters, digits and '-'",
                "my host | letters, digits and '-'",
                "* | a '*' must be the whole first label, as in *.example.com",
                "*. | ends with a dot",
                "*.*.example.com | a '*' must be the whole first label",
                "a.*.example.com | a '*' must be the whole first label",
                "a*.example.com | a '*' must be the whole first label",
                "192.0.2.256 | no IPv4 address: '256' must be a number from 0 to 255",
                "192.0.2.01 | no IPv4 address: '01' must be a number from 0 to 255 without leading zeros",
                "192.0.2.99999999999 | no IPv4 address: '99999999999' must be a number from",
                "192.0.2 | ends with a number, as addresses do",
                "a.7 | ends with a number, as addresses do",
                "example.com:443 | is no IPv6 address; write DNS names without scheme and port",
                "https://example.com | write DNS names without scheme and port",
                "[::1] | '[::1]' has brackets; write the address without them",
                "fe80::1%eth0 | 'fe80::1%eth0' has a zone; write the address without it",
                "1:2:3 | is no IPv6 address",
                "bücher.example | write its A-labels: xn--bcher-kva.example",
                "Bücher.example | write its A-labels: xn--bcher-kva.example",
                "%::1 | has a zone",
                "faß.example | write its A-labels, which begin with xn--"
            })
    void saysWhatToWriteInstead(String written, String message) {
        assertThatThrownBy(() -> Host.parse(written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void lengthsHaveTheLimitsOfTheDns() {
        var label = "a".repeat(63);
        assertThat(Host.parse(label + ".example").text()).startsWith(label);
        assertThatThrownBy(() -> Host.parse("a" + label + ".example"))
                .hasMessageContaining("has a label of 64 characters; at most 63 are allowed");
        assertThatThrownBy(() -> Host.parse("ü" + label + ".example"))
                .as("no form of it can be proposed")
                .hasMessageEndingWith("write its A-labels, which begin with xn--");
        var longest = "a.".repeat(126) + "b";
        assertThat(Host.parse(longest).text()).hasSize(253);
        assertThatThrownBy(() -> Host.parse("c" + longest))
                .hasMessage("has 254 characters; a DNS name has at most 253");
    }
}
