package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.TokenRequestContext;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.Trust;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may ask an organisation: owners of its tokens, and callers that Entra knows. */
class DevOpsTest {
    private final AzureSandbox azure =
            AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "right")));
    private final HttpClient http =
            HttpClient.newBuilder()
                    .sslContext(Trust.sslContext(Optional.of(azure.caPem())))
                    .build();

    @AfterEach
    void stop() {
        http.close();
        azure.close();
    }

    private HttpResponse<String> pools(String authorization) throws Exception {
        var request =
                HttpRequest.newBuilder(
                        URI.create(
                                azure.organisation("contoso")
                                        + "/_apis/distributedtask/pools?poolName=p"));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String basic(String token) {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString((":" + token).getBytes(StandardCharsets.UTF_8));
    }

    private String token(String resource) {
        return SdkClient.secret(azure, "app", "right")
                .getTokenSync(new TokenRequestContext().addScopes(resource + "/.default"))
                .getToken();
    }

    @Test
    void tokensOfTheOrganisationAndOfEntraOpenItAndNoOthers() throws Exception {
        azure.devOps().organisation("contoso", "hunter2");
        azure.devOps().pool("contoso", "p");
        assertThat(pools(basic("hunter2")).statusCode()).isEqualTo(200);
        assertThat(pools(basic("hunter3")).statusCode()).isEqualTo(401);
        assertThat(pools("").statusCode()).as("the page for signing in").isEqualTo(302);
        var bearer = pools("Bearer " + token(DevOps.RESOURCE));
        assertThat(bearer.statusCode()).isEqualTo(200);
        assertThat(bearer.body()).contains("\"name\":\"p\"");
        assertThat(pools("Bearer x").statusCode()).isEqualTo(401);
        assertThat(pools("Bearer " + token(azure.audience())).statusCode())
                .as("a token for something else")
                .isEqualTo(401);
        azure.devOps().revoke("contoso", "hunter2");
        assertThat(pools(basic("hunter2")).statusCode()).isEqualTo(401);
    }
}
