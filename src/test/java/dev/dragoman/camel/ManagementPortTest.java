package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator whose health cannot be asked does not start. */
class ManagementPortTest {
    private static Map<String, String> port(Object value) {
        return Map.of(ManagementPort.VARIABLE, String.valueOf(value));
    }

    @Test
    void aTakenPortRefusesTheStartAndNamesTheSetting() throws IOException {
        try (var everywhere = new ServerSocket(0);
                var loopback = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (var taken : new ServerSocket[] {everywhere, loopback}) {
                assertThatThrownBy(() -> ManagementPort.of(port(taken.getLocalPort())))
                        .isInstanceOf(StartRefused.class)
                        .hasMessageStartingWith("DRAGOMAN_MANAGEMENT_PORT: cannot listen on port ")
                        .hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void zeroIsAnyFreePort() {
        assertThat(ManagementPort.of(port(0))).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http", "-1", "65536"})
    void whatIsNoPortIsRefused(String value) {
        assertThatThrownBy(() -> ManagementPort.of(port(value)))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("'" + value + "' is not a port");
    }
}
