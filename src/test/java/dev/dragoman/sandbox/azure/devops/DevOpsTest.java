package dev.dragoman.sandbox.azure.devops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.azure.core.credential.TokenRequestContext;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.settings.Trust;
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

    /**
     * As Azure DevOps refuses it; it does not refuse to remove an agent that is online and idle.
     */
    @Test
    void itRefusesJobsThatNoAgentCouldTakeAndRemovalsOfBusyAgents() throws Exception {
        var devOps = azure.devOps();
        devOps.organisation("contoso", "hunter2");
        devOps.reader("contoso", "looks");
        int pool = devOps.pool("contoso", "p");
        assertThatIllegalStateException()
                .isThrownBy(() -> devOps.queue(pool))
                .withMessageContaining("No agent found in pool");
        int agent = devOps.register(pool, "a", "java", "X=1");
        assertThatIllegalStateException().isThrownBy(() -> devOps.queue(pool, "dotnet"));
        devOps.offline(pool, "a");
        devOps.queue(pool, "java");
        assertThat(devOps.assign(pool)).as("nobody is online").isZero();
        assertThat(devOps.register(pool, "a", "java", "X=1")).as("replaced").isEqualTo(agent);
        assertThat(devOps.assign(pool)).isEqualTo(1);
        var path = "/_apis/distributedtask/pools/%d/agents".formatted(pool);
        assertThat(send("GET", path + "/" + agent + "?includeAssignedRequest=true", "looks").body())
                .contains("\"assignedRequest\"");
        assertThat(send("DELETE", path + "/" + agent, "looks").statusCode()).isEqualTo(403);
        assertThat(send("DELETE", path + "/" + agent, "hunter2").statusCode()).isEqualTo(409);
        devOps.register(pool, "b", "X=2");
        assertThat(send("GET", path + "?demands=X%20-equals%202", "looks").body())
                .contains("\"name\":\"b\"")
                .doesNotContain("\"name\":\"a\"");
        devOps.finish(devOps.job(pool, "a").orElseThrow());
        assertThat(send("DELETE", path + "/" + agent, "hunter2").statusCode()).isEqualTo(204);
        assertThat(send("GET", path + "/" + agent, "hunter2").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> send(String method, String path, String token) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(azure.organisation("contoso") + path))
                        .header("Authorization", basic(token))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
