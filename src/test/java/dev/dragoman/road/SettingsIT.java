package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a process says of settings that it does not use, before anything else. */
@Full
class SettingsIT {
    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("settings");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @ParameterizedTest
    @CsvSource({"AZURE_OPERATOR_MODE, webhooks, there are no webhooks to serve"})
    void whatCannotBeDoneEndsTheStartInOneLine(String name, String value, String says)
            throws Exception {
        var process = road.process(log(), road.kubeconfig(), Map.of(name, value));
        try {
            assertThat(Patience.ends(process)).isTrue();
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("dragoman: %s is not supported: %s".formatted(name, says))
                .endsWith("; remove the setting")
                .doesNotContain("not-to-be-shown");
    }

    @ParameterizedTest
    @CsvSource({
        "DRAGOMAN_LEADER_ELECTION, maybe, 'maybe' is neither true nor false",
        "DRAGOMAN_LEADER_ELECTION, False, 'False' is neither true nor false",
        "DRAGOMAN_OVERLAYS, /nowhere, is not a directory",
        "AZURE_TARGET_NAMESPACES, 'team-a,team_b', 'team_b' is no name of a namespace",
        "DEFAULT_RECONCILE_POLICY, Skip, 'Skip' is none of",
        "ALLOW_MULTI_ENV_MANAGEMENT, maybe, neither true nor false",
        "DRAGOMAN_NODE_IDENTITIES, *, '* is used only with DRAGOMAN_IDENTITY_MODE=shared'"
    })
    void aValueThatNothingCanBeMadeOfEndsTheStartToo(String name, String value, String says) {
        // in this JVM: what a process makes of a refusal is shown above
        road.environment.put(name, value);
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith(name + ": ")
                .hasMessageContaining(says.replace("''", "'"));
    }

    @Test
    void whatIsNotUsedIsNamedOnceAndSoIsTheCredential() throws Exception {
        var more = new HashMap<String, String>();
        more.put("MAX_CONCURRENT_RECONCILES", "4");
        more.put("RATE_LIMIT_MODE", "bucket");
        more.put("ENTRA_APP_ID", "not-to-be-shown");
        more.put("AZURE_OPERATOR_MODE", "watchers");
        more.put("AZURE_CLIENT_SECRTE", "not-to-be-shown");
        var process = road.process(log(), road.kubeconfig(), more);
        try {
            road.apply(Samples.group("orders", "orders"));
            road.ready("resourcegroup/orders");
            await().until(() -> !about(" the credential is ").isEmpty());
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
        assertThat(about(" MAX_CONCURRENT_RECONCILES is not used: ")).hasSize(1);
        assertThat(about(" RATE_LIMIT_MODE is not used: ")).hasSize(1);
        assertThat(about(" ENTRA_APP_ID is not used: ")).hasSize(1);
        assertThat(about(" AZURE_OPERATOR_MODE is not used: ")).hasSize(1);
        assertThat(about(" AZURE_CLIENT_SECRTE is no setting; did you mean AZURE_CLIENT_SECRET?"))
                .hasSize(1);
        assertThat(about(" the credential is a client secret (from the environment) for client "))
                .singleElement()
                .asString()
                .contains(AzurePart.CLIENT);
        assertThat(lines()).noneMatch(line -> line.contains("not-to-be-shown"));
        assertThat(lines()).noneMatch(line -> line.contains(AzurePart.SECRET));
    }

    private List<String> about(String text) throws IOException {
        return lines().stream().filter(line -> line.contains(text)).toList();
    }

    private List<String> lines() throws IOException {
        return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
    }

    private Path log() {
        return directory.resolve("log");
    }
}
