package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.discovery.decision.Allowed;
import dev.dragoman.discovery.sidecar.WebhookSettings;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoverySettingsTest {
    @Test
    void defaults() {
        assertThat(DiscoverySettings.from(Map.of()))
                .isEqualTo(new DiscoverySettings(false, "", Allowed.NONE, Optional.empty()));
    }

    @Test
    void values() {
        assertThat(
                        DiscoverySettings.from(
                                Map.of(
                                        "DRAGOMAN_DISCOVERY", "on",
                                        "MARIN3R_IMAGE", "marin3r:1",
                                        "DRAGOMAN_DISCOVERY_NAMESPACES", "a, b")))
                .isEqualTo(
                        new DiscoverySettings(
                                true,
                                "marin3r:1",
                                new Allowed(false, Set.of("a", "b")),
                                Optional.empty()));
        assertThat(DiscoverySettings.from(Map.of("DRAGOMAN_DISCOVERY_NAMESPACES", "*")).allowed())
                .isEqualTo(new Allowed(true, Set.of()));
    }

    @Test
    void theWebhook() {
        assertThat(
                        DiscoverySettings.from(
                                        Map.of(
                                                "DRAGOMAN_DISCOVERY", "on",
                                                "DRAGOMAN_WEBHOOK_PORT", "9443",
                                                "DRAGOMAN_WEBHOOK_URL",
                                                        "https://10.0.0.1:9443/pod-v1-mutate",
                                                "DRAGOMAN_WEBHOOK_FAILURE_POLICY", "Ignore",
                                                "DRAGOMAN_WEBHOOK_ANNOTATIONS", "lenient"))
                                .webhook())
                .contains(
                        new WebhookSettings(
                                9443,
                                Optional.of(URI.create("https://10.0.0.1:9443/pod-v1-mutate")),
                                true,
                                true));
        assertThatThrownBy(() -> DiscoverySettings.from(Map.of("DRAGOMAN_WEBHOOK_PORT", "9443")))
                .hasMessageContaining("set DRAGOMAN_DISCOVERY to on too");
    }

    @ParameterizedTest
    @CsvSource({
        "DRAGOMAN_DISCOVERY, true, neither on nor off",
        "DRAGOMAN_DISCOVERY_NAMESPACES, 'a,*', no name of a namespace",
        "DRAGOMAN_WEBHOOK_PORT, 0, is not a port",
        "DRAGOMAN_WEBHOOK_PORT, 65536, is not a port",
        "DRAGOMAN_WEBHOOK_URL, http://a:1/pod-v1-mutate, write https://HOST:PORT/pod-v1-mutate",
        "DRAGOMAN_WEBHOOK_URL, https://a:1/, write https://HOST:PORT/pod-v1-mutate",
        "DRAGOMAN_WEBHOOK_URL, https://a:1/pod-v1-mutate, set DRAGOMAN_WEBHOOK_PORT too",
        "DRAGOMAN_WEBHOOK_FAILURE_POLICY, ignore, neither Ignore nor Fail",
        "DRAGOMAN_WEBHOOK_ANNOTATIONS, true, neither lenient nor strict",
    })
    void whatIsWrongIsNamed(String name, String value, String text) {
        assertThatThrownBy(() -> DiscoverySettings.from(Map.of(name, value)))
                .hasMessageContaining(name)
                .hasMessageContaining(text);
    }
}
