package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.plugin.BuildPlugin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The plugin of kubectl: installed by krew, which Go builds for it, and called by kubectl. */
@Full
class KubectlPluginIT {
    private static final String CREDENTIAL = "serviceoperator.azure.com/credential-from";

    @TempDir private static Path built;
    private static Path krew;

    @TempDir Path home;

    private record Done(int code, String text) {}

    @BeforeAll
    static void build() {
        krew = new Binaries(System.err::println).path(Program.KREW);
        assertThat(build(built)).isZero();
    }

    private static int build(Path output) {
        return new CommandLine(new BuildPlugin())
                .execute(
                        "--created=2026-11-01T00:00:00Z",
                        "--target=target",
                        "--files=tools/kubectl",
                        "--license=LICENSE",
                        "--uri=https://example.com/kubectl-dragoman.tar.gz",
                        "--output=" + output);
    }

    private static Path archive(Path directory) {
        return directory.resolve("kubectl-dragoman.tar.gz");
    }

    private static Path manifest() {
        return built.resolve("krew/dragoman.yaml");
    }

    /** A program that finds what krew has installed. */
    private Done run(List<String> environment, List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KREW_ROOT", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .merge(
                        "PATH",
                        home.resolve("bin").toString(),
                        (a, b) -> b + File.pathSeparator + a);
        for (int i = 0; i < environment.size(); i += 2) {
            builder.environment().put(environment.get(i), environment.get(i + 1));
        }
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Done(process.waitFor(), text);
    }

    private Done install(Path manifest, Path archive) throws Exception {
        return run(
                List.of(),
                List.of(
                        krew.toString(),
                        "install",
                        "--manifest=" + manifest,
                        "--archive=" + archive));
    }

    @Test
    void kubectlRunsWhatKrewInstalls() throws Exception {
        var installed = install(manifest(), archive(built));
        assertThat(installed.code()).as(installed.text()).isZero();
        try (var road = new Road("plugin")) {
            road.start();
            road.apply(
                    """
                    apiVersion: resources.azure.com/v1api20200601
                    kind: ResourceGroup
                    metadata: {name: orders, annotations: {%s: own}}
                    spec: {location: westeurope}
                    """
                            .formatted(CREDENTIAL));
            await().untilAsserted(
                            () -> {
                                var status = dragoman(road, "status", "-n", road.namespace);
                                assertThat(status.code()).as(status.text()).isEqualTo(1);
                                assertThat(status.text())
                                        .contains("CredentialNotFound", "Do: Set what");
                            });
            var why = dragoman(road, "explain", "resourcegroup/orders", "-n", road.namespace);
            assertThat(why.text()).startsWith("ResourceGroup " + road.namespace + "/orders");
            assertThat(why.code()).isZero();

            assertThat(dragoman(road, "status", "--help").text())
                    .startsWith("Usage: kubectl dragoman status");
            var wrong = dragoman(road, "status", "--every");
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.text()).contains("See: kubectl dragoman status --help");
        }
    }

    private Done dragoman(Road road, String... words) throws Exception {
        var command = new ArrayList<>(List.of(road.plane.kubectl().toString(), "dragoman"));
        command.addAll(List.of(words));
        return run(
                List.of(
                        "KUBECONFIG",
                        road.plane.adminKubeconfig().toString(),
                        "POD_NAMESPACE",
                        road.account.namespace()),
                command);
    }

    /** Or the test above would show nothing of the manifest. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bin: kubectl-dragoman | binary: kubectl-dragoman | bin
                    version: v0.1.0       | version: 0.1             | version
                    key: os               | key: system              | not supported
                    sha256:               | sha:                     | sha256
                    """)
    void krewRefusesAWrongManifest(String right, String wrong, String said) throws Exception {
        var text = Files.readString(manifest());
        assertThat(text).contains(right);
        var directory = Files.createDirectory(home.resolve("wrong"));
        var file =
                Files.writeString(directory.resolve("dragoman.yaml"), text.replace(right, wrong));
        var refused = install(file, archive(built));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.text()).contains(said);
    }

    @Test
    void krewRefusesAnotherArchive() throws Exception {
        var other = home.resolve("other.tar.gz");
        Files.write(other, new byte[] {1, 2, 3});
        var refused = install(manifest(), other);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.text()).contains("checksum does not match");
    }

    @Test
    void twoBuildsAreTheSame() throws IOException {
        assertThat(build(home)).isZero();
        assertThat(home.resolve("krew/dragoman.yaml")).hasSameTextualContentAs(manifest());
    }
}
