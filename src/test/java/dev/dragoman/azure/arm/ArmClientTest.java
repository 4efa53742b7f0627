package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
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

    private static String code(Answer answer) {
        return answer.error().orElseThrow().code();
    }
}
