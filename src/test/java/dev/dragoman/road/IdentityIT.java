package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in without any secret. */
@Landing
class IdentityIT {
    @TempDir private Path directory;
    private Road road;
    private Path token;

    @BeforeEach
    void prepare() {
        road = new Road("identity");
        token = directory.resolve("token");
        road.environment.remove("AZURE_CLIENT_SECRET");
        road.environment.put("AZURE_CLIENT_ID", AzurePart.FEDERATED_CLIENT);
        road.environment.put("AZURE_FEDERATED_TOKEN_FILE", token.toString());
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void theServiceAccountsTokenIsEnough() throws IOException {
        Files.writeString(token, tokenFor("api://AzureADTokenExchange"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/location")).isEqualTo("westeurope");
    }

    @Test
    void aTokenForSomebodyElseIsRefusedInAzuresWords() throws IOException {
        var wrong = tokenFor("api://somebody-else");
        Files.writeString(token, wrong);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        var condition =
                road.reason(
                        "resources.azure.com/v1api20200601",
                        "ResourceGroup",
                        "orders",
                        "AuthenticationFailed");
        assertThat(condition.get("message").toString()).contains("AADSTS").doesNotContain(wrong);

        Files.writeString(token, tokenFor("api://AzureADTokenExchange"));
        road.ready("resourcegroup/orders");
    }

    private String tokenFor(String audience) {
        return road.plane.serviceAccountToken("dragoman-system", "dragoman", audience);
    }
}
