package dev.dragoman.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the setting allows, and how it is written. */
class AllowedHostsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    nothing by default              |                       | a.example.com   | 443  | false
                    the name                        | a.example.com         | a.example.com   | 443  | true
                    whatever its case               | A.example.com         | a.EXAMPLE.com   | -1   | true
                    not below it                    | a.example.com         | b.a.example.com | 443  | false
                    not what ends with it           | example.com           | badexample.com  | 443  | false
                    below a star                    | *.example.com         | a.example.com   | 443  | true
                    at any depth                    | *.example.com         | a.b.example.com | 443  | true
                    not the star's own              | *.example.com         | example.com     | 443  | false
                    nor what ends with it           | *.example.com         | badexample.com  | 443  | false
                    another port                    | a.example.com         | a.example.com   | 8443 | false
                    the port that is written        | a.example.com:8443    | a.example.com   | 8443 | true
                    and no other                    | a.example.com:8443    | a.example.com   | 443  | false
                    a star with a port              | *.example.com:8443    | a.example.com   | 8443 | true
                    one of several                  | x.org , a.example.com, | a.example.com  | 443  | true
                    a dot at its end                | a.example.com         | a.example.com.  | 443  | false
                    """)
    void allows(String why, String list, String host, int port, boolean allowed) {
        assertThat(
                        AllowedHosts.of(AllowedHosts.VARIABLE, list == null ? "" : list)
                                .allows(host, port))
                .as(why)
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example.com",
                "*",
                "*.",
                "a.*.com",
                "a.example.com/path",
                "a b",
                "me@a.example.com",
                "a.example.com:0",
                "a.example.com:65536",
                "a.example.com:x"
            })
    void whatIsNoHostIsNamed(String text) {
        assertThatThrownBy(() -> AllowedHosts.of(AllowedHosts.VARIABLE, "b.example.com, " + text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("DRAGOMAN_HTTPS_HOSTS: '" + text + "' is no host. Write");
    }

    @Test
    void aRefusalSaysWhatIsAllowed() {
        assertThat(
                        AllowedHosts.of(AllowedHosts.VARIABLE, "*.example.com, b.org:8443")
                                .refusal("c.org", 444))
                .isEqualTo(
                        "host c.org:444 is not allowed: DRAGOMAN_HTTPS_HOSTS has *.example.com, b.org:8443."
                                + " Add the host to this setting, or correct the address");
        assertThat(AllowedHosts.NONE.refusal("c.org", -1))
                .startsWith("host c.org is not allowed: DRAGOMAN_HTTPS_HOSTS is empty.");
    }
}
