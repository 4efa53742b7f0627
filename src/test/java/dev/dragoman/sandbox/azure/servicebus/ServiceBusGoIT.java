package dev.dragoman.sandbox.azure.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.TokenRequestContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Microsoft's Go client of Service Bus, which has an AMQP of its own, works with a namespace of the
 * sandbox. It belongs to the full tier.
 */
@Full
class ServiceBusGoIT {
    @Test
    void programSeesWhatTheServiceWouldShow() throws IOException, InterruptedException {
        try (var bus = new ClientBus()) {
            var result = new ObjectMapper().readTree(run(bus));
            assertThat(result)
                    .isEqualTo(
                            new ObjectMapper()
                                    .readTree(
                                            """
                                            {"peeked":4,"bodies":["complete","abandon","dead","defer"],
                                             "properties":{"key":"value"},"again":["abandon",2],
                                             "dead":["dead","bad","because"],"late":"locklost",
                                             "nobody":"unauthorized","vaults":"unauthorized",
                                             "expired":"unauthorized","forged":"unauthorized",
                                             "unknown":"*Error{Condition: amqp:not-found"}"""));
            assertThat(bus.bus.messages(ClientBus.NAME, "q")).isEmpty();
        }
    }

    private static String run(ClientBus bus) throws IOException, InterruptedException {
        var program = new Binaries(System.err::println).path(Program.SERVICE_BUS).toString();
        bus.azure.control().tokenLifetime(Duration.ofSeconds(-5));
        var request = new TokenRequestContext().addScopes("https://servicebus.azure.net/.default");
        var expired = SdkClient.secret(bus.azure, "app", "s").getTokenSync(request).getToken();
        bus.azure.control().tokenLifetime(Duration.ofHours(1));
        var process = new ProcessBuilder(program);
        var environment = process.environment();
        environment.put("AUTHORITY", bus.azure.authorityHost());
        environment.put("TENANT", bus.azure.tenantId());
        environment.put("CA_FILE", bus.azure.caPem().toString());
        environment.put("NAMESPACE", ClientBus.NAME + ".servicebus.windows.net");
        environment.put("ENDPOINT", URI.create(bus.bus.endpoint()).getAuthority());
        environment.put("EXPIRED", expired);
        process.redirectError(ProcessBuilder.Redirect.INHERIT);
        var started = process.start();
        started.getOutputStream().close();
        var said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isZero();
        return said;
    }
}
