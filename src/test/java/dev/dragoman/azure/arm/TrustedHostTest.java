package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts may see the operator's token: URLs of operations come from answers. */
class TrustedHostTest {
    @ParameterizedTest
    @CsvSource({
        "https://management.azure.com/op, true",
        "https://MANAGEMENT.azure.com:443/op?sig=x, true",
        "https://westeurope.management.azure.com/op, true",
        "http://management.azure.com/op, false",
        "https://management.azure.com:8443/op, false",
        "https://evilmanagement.azure.com/op, false",
        "https://management.azure.com.evil.org/op, false",
        "https://evil.org/management.azure.com, false",
        "https://management.azure.com@evil.org/op, false",
        "https://user@management.azure.com/op, false",
        "https://azure.com/op, false",
        "//management.azure.com/op, false",
        "/op, false",
        "https://management azure.com/op, false",
        "'', false"
    })
    void onlyTheEndpointAndWhatIsBelowIt(String url, boolean accepted) {
        var host = new TrustedHost(URI.create("https://management.azure.com"));
        assertThat(host.accepts(url)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({"https://127.0.0.1:9443/op, true", "https://127.0.0.1/op, false"})
    void thePortIsTheEndpoints(String url, boolean accepted) {
        var host = new TrustedHost(URI.create("https://127.0.0.1:9443"));
        assertThat(host.accepts(url)).isEqualTo(accepted);
    }
}
