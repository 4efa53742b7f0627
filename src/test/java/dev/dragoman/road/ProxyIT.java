package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Azure behind a proxy that wants a password. */
@Full
class ProxyIT {
    private Road road;
    private ConnectProxy proxy;

    @BeforeEach
    void prepare() throws Exception {
        road = new Road("proxy");
        proxy = new ConnectProxy("user", "pa55word");
        road.environment.put(
                "HTTPS_PROXY", "http://user:pa55word@localhost:%d".formatted(proxy.port()));
    }

    @AfterEach
    void stop() throws Exception {
        road.close();
        proxy.close();
    }

    @Test
    void azureIsAskedThroughItAndTheApiServerIsNot(@TempDir Path directory) throws Exception {
        road.environment.put("NO_PROXY", URI.create(road.plane.server().toString()).getHost());
        var operator = road.process(directory.resolve("operator.log"));
        try {
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
        } finally {
            operator.destroyForcibly().waitFor();
        }
        assertThat(proxy.opened())
                .contains(
                        URI.create(road.azure.armEndpoint()).getAuthority(),
                        URI.create(road.azure.authorityHost()).getAuthority())
                .doesNotContain(road.plane.server().getAuthority());
        assertThat(directory.resolve("operator.log")).content().doesNotContain("pa55word");
    }

    @Test
    void hostsThatAreNamedAreAskedDirectly() {
        road.environment.put("NO_PROXY", "localhost");
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(proxy.opened()).isEmpty();
    }

    @Test
    void aProxyThatRefusesIsNamed() {
        road.environment.put("HTTPS_PROXY", "http://localhost:%d".formatted(proxy.port()));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var condition =
                road.reason(
                        "resources.azure.com/v1api20200601",
                        "ResourceGroup",
                        "orders",
                        "AzureUnreachable");
        assertThat(condition.get("message").toString())
                .contains("the proxy of HTTPS_PROXY answered 407");
        assertThat(proxy.opened()).isEmpty();
    }
}
