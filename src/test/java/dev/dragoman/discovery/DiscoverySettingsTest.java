package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.discovery.decision.Allowed;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoverySettingsTest {
    @Test
    void defaults() {
        assertThat(DiscoverySettings.from(Map.of()))
                .isEqualTo(new DiscoverySettings(false, "", Allowed.NONE));
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
                                true, "marin3r:1", new Allowed(false, Set.of("a", "b"))));
        assertThat(DiscoverySettings.from(Map.of("DRAGOMAN_DISCOVERY_NAMESPACES", "*")).allowed())
                .isEqualTo(new Allowed(true, Set.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "DRAGOMAN_DISCOVERY, true, neither on nor off",
        "DRAGOMAN_DISCOVERY_NAMESPACES, 'a,*', no name of a namespace"
    })
    void whatIsWrongIsNamed(String name, String value, String text) {
        assertThatThrownBy(() -> DiscoverySettings.from(Map.of(name, value)))
                .hasMessageContaining(name)
                .hasMessageContaining(text);
    }
}
