package dev.dragoman.agents.decision.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One spelling for one block, and none for what readers disagree about. */
class BlockTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1/32",
        "10.0.0.0/8, 10.0.0.0/8",
        "255.255.255.255/32, 255.255.255.255/32",
        "0.0.0.0/0, 0.0.0.0/0",
        "2001:DB8:0:0:0:0:0:1, 2001:db8::1/128",
        "2001:db8::/32, 2001:db8::/32",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1/128",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1/128",
        "::/0, ::/0",
        "::1, ::1/128",
        "fe80::/10, fe80::/10",
        "1::, 1::/128"
    })
    void hasOneSpelling(String text, String canonical) {
        assertThat(Block.parse(text).text()).isEqualTo(canonical);
        assertThat(Block.parse(canonical)).isEqualTo(Block.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    010.0.0.1              | without leading zeros
                    10.0.0.08              | without leading zeros
                    10.0.0                 | no IPv4 address
                    256.0.0.1              | no IP address
                    10.1                   | no IPv4 address
                    0x0a.0.0.1             | no IP address
                    10.0.0.5/24            | write 10.0.0.0/24 for the network
                    2001:db8::1/32         | write 2001:db8::/32 for the network
                    ::ffff:10.0.0.1        | IPv4 within IPv6
                    ::ffff:0a00:1          | IPv4 within IPv6
                    ::10.0.0.1             | IPv4 within IPv6
                    fe80::1%eth0           | zone
                    10.0.0.0/24/32         | no length of a prefix
                    10.0.0.0/33            | no length of a prefix
                    10.0.0.0/08            | no length of a prefix
                    10.0.0.0/              | no length of a prefix
                    example.com            | no IP address
                    2001:db8:::1           | no IP address
                    1:2:3:4:5:6:7:8:9      | no IP address
                    ''                     | no IP address
                    """)
    void whatIsAmbiguousIsRefused(String text, String reason) {
        assertThatThrownBy(() -> Block.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.1.0.0/16, true, true",
        "10.1.0.0/16, 10.0.0.0/8, false, true",
        "10.0.0.0/8, 11.0.0.0/8, false, false",
        "10.0.0.0/8, 10.0.0.0/8, true, true",
        "::/0, 10.0.0.0/8, false, false",
        "2001:db8::/32, 2001:db8:ffff::/48, true, true"
    })
    void containsAndOverlaps(String one, String other, boolean contains, boolean overlaps) {
        assertThat(Block.parse(one).contains(Block.parse(other))).isEqualTo(contains);
        assertThat(Block.parse(one).overlaps(Block.parse(other))).isEqualTo(overlaps);
    }
}
