package dev.dragoman.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What envtest's directory gives, what is taken besides, and what its API server's version changes.
 */
class AssetsTest {
    @TempDir Path directory;
    private final List<String> progress = new ArrayList<>();

    @Test
    void whatTheDirectoryHasIsTakenAndTheRestIsGot() throws IOException {
        envtest("1.36.2");
        go();
        var binaries = binaries();
        var programs = Options.defaults().withPods().programs();
        binaries.require(programs);
        for (var program : List.of(Program.ETCD, Program.API_SERVER, Program.KUBECTL)) {
            assertThat(binaries.path(program)).hasParent(assets());
        }
        for (var program : List.of(Program.CONTROLLER_MANAGER, Program.SCHEDULER, Program.KWOK)) {
            assertThat(binaries.path(program)).startsWith(directory.resolve("cache"));
        }
        assertThat(progress.getFirst())
                .isEqualTo("From KUBEBUILDER_ASSETS: etcd, kube-apiserver 1.36.2, kubectl");
        assertThat(progress).noneMatch(line -> line.contains("older") || line.contains("newer"));
    }

    static Stream<Arguments> versions() {
        return Stream.of(
                arguments("1.36.0", List.of("kubernetes")),
                arguments("1.35.4", List.of("kubernetes-1.35", "kubernetes-1.34")),
                arguments("1.31.0", List.of("kubernetes-1.31", "kubernetes-1.30")),
                arguments("1.37.1", List.of("kubernetes-1.37", "kubernetes")),
                arguments("1.38.0-alpha.1", List.of("kubernetes-1.38", "kubernetes-1.37")));
    }

    /** Kubernetes supports controllers of the API server's minor version, or one before it. */
    @ParameterizedTest(name = "API server {0}")
    @MethodSource("versions")
    void controllersAreNeverNewerThanTheApiServer(String server, List<String> modules)
            throws IOException {
        envtest(server);
        var assets = new Assets(environment());
        assertThat(assets.forms(Program.CONTROLLER_MANAGER))
                .extracting(Program::module)
                .isEqualTo(modules);
        assertThat(assets.forms(Program.ETCD)).containsExactly(Program.ETCD);
        assertThat(assets.forms(Options.defaults().withKubernetes("1.30").scheduler()))
                .as("asked for by name")
                .extracting(Program::module)
                .containsExactly("kubernetes-1.30");
    }

    @Test
    void olderApiServerIsNamedAndTakesTheReleaseOfItsVersion() throws IOException {
        envtest("1.34.1");
        var official = directory.resolve("official");
        var releases =
                new Releases(
                        List.of(
                                ReleaseServer.published(
                                        official,
                                        Program.CONTROLLER_MANAGER,
                                        "1.34.10",
                                        "#!/bin/sh\n"),
                                ReleaseServer.published(
                                        official,
                                        Program.CONTROLLER_MANAGER,
                                        "1.36.3",
                                        "#!/bin/sh\n")));
        try (var server = ReleaseServer.of(official)) {
            var environment = environment();
            environment = with(environment, Mirror.VARIABLE, server.address());
            var binaries =
                    new Binaries(environment, releases, Duration.ofSeconds(20), progress::add);
            binaries.require(List.of(Program.API_SERVER, Program.CONTROLLER_MANAGER));
            assertThat(server.asked).hasSize(1).allMatch(path -> path.contains("/v1.34.10/"));
            assertThat(binaries.path(Program.CONTROLLER_MANAGER).toString()).contains("v1.34.10");
        }
        assertThat(progress.getFirst()).endsWith("kube-apiserver 1.34.1");
        assertThat(progress.get(1))
                .contains("older than 1.36", "--without-policy", "tests need 1.36");
    }

    @Test
    void withoutReleasesTheModuleOfTheVersionBeforeIsBuilt() throws IOException {
        envtest("1.31.4");
        go();
        var file = binaries().path(Program.CONTROLLER_MANAGER);
        assertThat(file.getParent().getFileName().toString()).startsWith("kubernetes-1.30-");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("1.33.2", "1.33", "Go can build only its versions 1.30 and 1.36"),
                arguments("1.38.0", "1.38", "an API server of version 1.36"),
                arguments("1.29.9", "1.29.9", "Dragoman needs 1.30 or newer"));
    }

    @ParameterizedTest(name = "API server {0}")
    @MethodSource("refused")
    void whatCannotWorkIsSaid(String server, String version, String what) throws IOException {
        envtest(server);
        go();
        var binaries = binaries();
        var programs = List.of(Program.API_SERVER, Program.CONTROLLER_MANAGER);
        assertThatThrownBy(() -> binaries.require(programs))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContainingAll(version, what);
    }

    @Test
    void controllersOfTheDirectoryMustFitToo() throws IOException {
        envtest("1.35.0");
        program("kube-controller-manager", "Kubernetes v1.36.0");
        assertThatThrownBy(() -> binaries().path(Program.CONTROLLER_MANAGER))
                .hasMessageContainingAll(
                        assets() + "/kube-controller-manager has version 1.36.0",
                        "the API server has 1.35.0");
        program("kube-controller-manager", "Kubernetes v1.34.9");
        assertThat(binaries().path(Program.CONTROLLER_MANAGER)).hasParent(assets());
    }

    @Test
    void directoryMustBeThereAndItsProgramsMustRun() throws IOException {
        var environment = with(environment(), Assets.VARIABLE, "/nowhere");
        assertThatThrownBy(() -> new Assets(environment))
                .hasMessage("KUBEBUILDER_ASSETS=/nowhere is no directory");
        program("kube-apiserver", "cannot execute binary file");
        assertThatThrownBy(() -> binaries().require(List.of(Program.API_SERVER)))
                .hasMessageContainingAll("Cannot tell the version", "cannot execute");
    }

    @Test
    void theDirectoryThatMustHaveAllComesFirst() throws IOException {
        envtest("1.36.2");
        var environment = with(environment(), Binaries.DIRECTORY, directory.toString());
        var binaries =
                new Binaries(environment, Releases.load(), Duration.ofSeconds(1), progress::add);
        assertThatThrownBy(() -> binaries.require(List.of(Program.ETCD)))
                .hasMessageStartingWith("DRAGOMAN_CONTROL_PLANE_BIN=");
        assertThat(progress).isEmpty();
    }

    /** Not even to say that it is none. */
    @Test
    void andTheOtherIsNotLookedAt() {
        var environment =
                with(
                        with(environment(), Assets.VARIABLE, "/nowhere"),
                        Binaries.DIRECTORY,
                        directory.toString());
        var assets = new Assets(environment);
        assertThat(assets.file(Program.ETCD)).isEmpty();
        assertThat(assets.server()).isEqualTo(new Assets(Map.of()).server());
    }

    private void envtest(String version) throws IOException {
        program("etcd", "etcd Version: 3.6.8");
        program("kube-apiserver", "Kubernetes v" + version);
        program("kubectl", "Client Version: v" + version);
    }

    private void go() throws IOException {
        executable(
                directory.resolve("bin/go"),
                """
                while [ "$1" != -o ]; do shift; done
                for each in "$@"; do
                  case $each in */cmd/*) [ ! -d "$2" ] || : > "$2/${each##*/}";; esac
                done
                [ -d "$2" ] || : > "$2"
                chmod -R +x "$2"
                """);
    }

    private void program(String name, String version) throws IOException {
        executable(assets().resolve(name), "echo '" + version + "'\n");
    }

    private static void executable(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path assets() {
        return directory.resolve("assets");
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH",
                directory.resolve("bin").toString(),
                "XDG_CACHE_HOME",
                directory.resolve("cache").toString(),
                Assets.VARIABLE,
                assets().toString(),
                Mirror.VARIABLE,
                "off");
    }

    private static Map<String, String> with(
            Map<String, String> environment, String name, String value) {
        var more = new HashMap<>(environment);
        more.put(name, value);
        return more;
    }

    private Binaries binaries() {
        return new Binaries(environment(), Releases.load(), Duration.ofSeconds(1), progress::add);
    }
}
