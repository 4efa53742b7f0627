package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of the variables of a proxy. */
class ProxySettingsTest {
    @Test
    void noneIsNone() {
        assertThat(ProxySettings.from(Map.of())).isEmpty();
        assertThat(ProxySettings.from(Map.of("HTTPS_PROXY", " ", "NO_PROXY", "a"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, http://proxy.example.com:3128",
        "HTTPS_PROXY, http://proxy.example.com:3128/",
        "https_proxy, proxy.example.com:3128"
    })
    void hostAndPort(String name, String value) {
        var proxy = ProxySettings.from(Map.of(name, value)).orElseThrow();
        assertThat(proxy.getAddress().getHostString()).isEqualTo("proxy.example.com");
        assertThat(proxy.getAddress().getPort()).isEqualTo(3128);
        assertThat(proxy.getUsername()).isNull();
    }

    @Test
    void whoAsks() {
        var proxy =
                ProxySettings.from(Map.of("HTTPS_PROXY", "http://us%3Aer:pass:w+rd@proxy"))
                        .orElseThrow();
        assertThat(proxy.getUsername()).isEqualTo("us:er");
        assertThat(proxy.getPassword()).isEqualTo("pass:w+rd");
        assertThat(proxy.getAddress().getPort()).isEqualTo(80);
    }

    @ParameterizedTest
    @CsvSource({
        "login.example.com, true",
        "a.login.example.com, true",
        "example.org, true",
        "a.example.org, true",
        "with.port.example.com, true",
        "example.com, false",
        "notexample.org, false",
        "management.azure.com, false"
    })
    void whoIsAskedWithoutIt(String host, boolean direct) {
        var proxy =
                ProxySettings.from(
                                Map.of(
                                        "HTTPS_PROXY",
                                        "http://proxy:1",
                                        "NO_PROXY",
                                        "login.example.com, .example.org,10.0.0.0/8,with.port.example.com:8443,"))
                        .orElseThrow();
        assertThat(Pattern.matches(proxy.getNonProxyHosts(), host)).isEqualTo(direct);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:hidden@proxy:1",
                "socks5://user:hidden@proxy:1",
                "http://user:hidden@pro xy:1"
            })
    void whatIsNoneIsRefusedWithoutItsPassword(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProxySettings.from(Map.of("HTTPS_PROXY", value)))
                .withMessageContaining("HTTPS_PROXY: write http://HOST:PORT")
                .withMessageNotContaining("hidden")
                .withNoCause();
    }
}
