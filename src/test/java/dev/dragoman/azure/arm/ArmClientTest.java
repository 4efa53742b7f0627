package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.azure.identity.Source;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ArmClientTest {
    /** Nothing listens there: a request that is sent fails otherwise. */
    private static final String NOWHERE = "https://localhost:1";

    @Test
    void nothingIsSentWithACredentialThatChangedInTheMiddleOfAPass() {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT", NOWHERE,
                                "AZURE_AUTHORITY_HOST", NOWHERE));
        var clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
        var identity =
                new AzureIdentity(
                        "sub",
                        "00000000-0000-0000-0000-000000000001",
                        "client",
                        new Proof.ClientSecret(new Sensitive("secret")),
                        List.of(),
                        settings.cloud());
        var inForce = new AtomicBoolean(true);
        var client = clients.of(identity).whilst(inForce::get);
        var request = new ArmRequest("GET", URI.create(NOWHERE + "/x"), Optional.empty());
        assertThat(code(client.send(request))).isEqualTo(Answer.UNREACHABLE);
        inForce.set(false);
        assertThat(code(client.send(request))).isEqualTo(Answer.CREDENTIAL_CHANGED);
        assertThat(client.send(request).error().orElseThrow().sent()).isFalse();
    }

    @Test
    void withoutTheRightToWriteItOnlyReads() {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "AZURE_RESOURCE_MANAGER_ENDPOINT", NOWHERE,
                                "AZURE_AUTHORITY_HOST", NOWHERE));
        var client =
                new ArmClients(
                                settings,
                                InstantSource.system(),
                                new ArmMetrics(new SimpleMeterRegistry()),
                                Proofs.none(),
                                () -> false)
                        .of(
                                new AzureIdentity(
                                        "sub",
                                        "00000000-0000-0000-0000-000000000001",
                                        "client",
                                        new Proof.ClientSecret(new Sensitive("secret")),
                                        List.of(),
                                        settings.cloud()));
        for (var method : List.of("GET", "HEAD", "PUT", "POST", "DELETE", "PATCH")) {
            var request = new ArmRequest(method, URI.create(NOWHERE + "/x"), Optional.empty());
            assertThat(code(client.send(request)))
                    .as(method)
                    .isEqualTo(
                            List.of("GET", "HEAD").contains(method)
                                    ? Answer.UNREACHABLE
                                    : "LeaseNotHeld");
        }
    }

    /** As an empty resource it would be one that shows nothing of what was sent. */
    @Test
    void aPageOfAProxyIsNoAnswer() {
        assertThat(parsed("<html>Sign in</html>")).isEmpty();
        assertThat(parsed("{\"id\":")).isEmpty();
        assertThat(parsed("{\"a\":".repeat(950) + "1" + "}".repeat(950))).isEmpty();
        assertThat(parsed("{\"a\":" + "[".repeat(950) + "]".repeat(950) + "}")).isEmpty();
        assertThat(parsed("{\"id\":\"/x\"}")).contains(Map.of("id", "/x"));
        for (var nothing : List.of("", " ", "null", "[]", "\"done\"")) {
            assertThat(parsed(nothing)).as(nothing).contains(Map.of());
        }
    }

    private static Optional<Map<String, Object>> parsed(String body) {
        return ArmClient.parse(body.getBytes(StandardCharsets.UTF_8));
    }

    /** A token of one cloud is not shown to another, the operator's own included. */
    @Test
    void anIdentityOfAnotherCloudIsSentToThatCloudAlone() {
        var settings = AzureSettings.from(Map.of("ALLOW_MULTI_ENV_MANAGEMENT", "true"));
        var clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
        var identity =
                AzureIdentity.from(
                        Map.of(
                                "AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-000000000001",
                                "AZURE_TENANT_ID", "00000000-0000-0000-0000-000000000002",
                                "AZURE_CLIENT_ID", "client",
                                "AZURE_RESOURCE_MANAGER_ENDPOINT",
                                        "https://management.usgovcloudapi.net",
                                "AZURE_RESOURCE_MANAGER_AUDIENCE",
                                        "https://management.usgovcloudapi.net",
                                "AZURE_AUTHORITY_HOST", "https://login.microsoftonline.us"),
                        new Source.Scoped("Secret a/b", settings.identityRules(), "a"));
        var client = clients.of(identity);
        assertThat(client.endpoint()).hasToString("https://management.usgovcloudapi.net");
        for (var foreign :
                List.of(
                        "https://management.azure.com/x",
                        "https://login.microsoftonline.us/x",
                        "https://management.usgovcloudapi.net.evil.example/x")) {
            var request = new ArmRequest("GET", URI.create(foreign), Optional.empty());
            assertThat(code(client.send(request))).as(foreign).isEqualTo("UntrustedHost");
        }
        var own = new ArmRequest("GET", client.endpoint().resolve("/x"), Optional.empty());
        assertThat(code(client.send(own)))
                .as("no token of its service account is asked for here")
                .isEqualTo(Answer.AUTHENTICATION);
    }

    @Test
    void aCommandReadsNoFileOfThePodAndAsksNoNode() {
        var settings =
                AzureSettings.from(
                        Map.of(
                                "DRAGOMAN_IDENTITY_FILES", "/files",
                                "DRAGOMAN_NODE_IDENTITIES", "a/client"));
        var clients =
                new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true);
        var says =
                Map.of(
                        "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS=/files/a/b",
                        "this command does not read the file /files/a/b",
                        "AUTH_MODE=podidentity",
                        "this command runs on no node that has the identity client");
        says.forEach(
                (key, text) -> {
                    var parts = key.split("=", -1);
                    var identity =
                            clients.read(
                                    AzureIdentity.from(
                                            Map.of(
                                                    "AZURE_SUBSCRIPTION_ID",
                                                    "00000000-0000-0000-0000-000000000001",
                                                    "AZURE_TENANT_ID",
                                                    "00000000-0000-0000-0000-000000000002",
                                                    "AZURE_CLIENT_ID",
                                                    "client",
                                                    parts[0],
                                                    parts[1]),
                                            new Source.Scoped(
                                                    "Secret a/b", settings.identityRules(), "a")));
                    var client = clients.of(identity);
                    var answer =
                            client.send(
                                    new ArmRequest(
                                            "GET",
                                            client.endpoint().resolve("/x"),
                                            Optional.empty()));
                    assertThat(code(answer)).isEqualTo(Answer.AUTHENTICATION);
                    assertThat(answer.error().orElseThrow().message()).startsWith(text);
                });
    }

    private static String code(Answer answer) {
        return answer.error().orElseThrow().code();
    }
}
