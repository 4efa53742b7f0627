package dev.dragoman.sandbox.controlplane;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said and done when the control plane's programs are there, missing or cannot be made. */
class BinariesTest {
    @TempDir Path directory;
    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());

    @Test
    void directoryThatIsNamedMustHoldTheProgram() {
        var binaries = binaries(Map.of(Binaries.DIRECTORY, directory.toString()));
        assertThatThrownBy(() -> binaries.path(Program.ETCD))
                .hasMessage("DRAGOMAN_CONTROL_PLANE_BIN=" + directory + " has no executable etcd");
    }

    /** Or an API server of the wrong version would be started in silence. */
    @Test
    void programsOfAnotherMinorAreNotTakenForTheUsualOnes() throws IOException {
        executable("kube-apiserver", "#!/bin/sh\n");
        var binaries = binaries(Map.of(Binaries.DIRECTORY, directory.toString()));
        var older = Options.defaults().withKubernetes("1.30").apiServer();
        assertThat(binaries.path(Program.API_SERVER)).isExecutable();
        assertThatThrownBy(() -> binaries.path(older))
                .hasMessageEndingWith(" has no executable kubernetes-1.30/kube-apiserver");
        executable("kubernetes-1.30/kube-apiserver", "#!/bin/sh\n");
        assertThat(binaries.path(older))
                .isEqualTo(directory.resolve("kubernetes-1.30/kube-apiserver"));
    }

    @Test
    void missingProgramIsBuiltOnceAndKept() throws IOException {
        // Stands in for Go: writes the file that "-o FILE" asks for.
        executable(
                "bin/go",
                """
                #!/bin/sh
                while [ "$1" != -o ]; do shift; done
                echo '#!/bin/sh' > "$2"; chmod +x "$2"
                """);
        var binaries = binaries(environment());
        var file = binaries.path(Program.ETCD);
        assertThat(file).isExecutable().startsWith(directory.resolve("cache/dragoman"));
        assertThat(progress).hasSize(2).allMatch(line -> line.contains("etcd"));
        assertThat(binaries.path(Program.ETCD)).isEqualTo(file);
        assertThat(progress).hasSize(2);
        try (var left = Files.list(file.getParent())) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("etcd", ".lock");
        }
    }

    /** Tests with control planes of their own begin together, where nothing is built yet. */
    @Test
    void twoThatNeedItAtOnceBuildItOnce() throws Exception {
        executable(
                "bin/go",
                """
                #!/bin/sh
                while [ "$1" != -o ]; do shift; done
                echo run >> "%1$s/runs"
                while [ ! -e "%1$s/go-on" ]; do sleep 0.02; done
                echo '#!/bin/sh' > "$2"; chmod +x "$2"
                """
                        .formatted(directory));
        var first = new FutureTask<>(() -> binaries(environment()).path(Program.ETCD));
        Thread.ofPlatform().start(first);
        await().until(() -> Files.exists(directory.resolve("runs")));
        var second = new FutureTask<>(() -> binaries(environment()).path(Program.ETCD));
        var waiting = Thread.ofPlatform().start(second);
        await().until(
                        () ->
                                waiting.getState() == Thread.State.TIMED_WAITING
                                        || waiting.getState() == Thread.State.TERMINATED);
        Files.createFile(directory.resolve("go-on"));
        assertThat(second.get()).isEqualTo(first.get());
        assertThat(directory.resolve("runs")).hasContent("run");
    }

    /** Or a program of Kubernetes would be compiled again for each of them. */
    @Test
    void programsOfOneModuleAreBuiltByOneCall() throws IOException {
        executable(
                "bin/go",
                """
                #!/bin/sh
                echo "$*" >> "%s/calls"
                while [ "$1" != -o ]; do shift; done
                for each in "$@"; do
                  case $each in */cmd/*) echo '#!/bin/sh' > "$2/${each##*/}"; chmod +x "$2"/*;; esac
                done
                [ -d "$2" ] || { echo '#!/bin/sh' > "$2"; chmod +x "$2"; }
                """
                        .formatted(directory));
        var binaries = binaries(environment());
        var programs = Options.defaults().programs();
        binaries.require(programs);
        assertThat(programs).extracting(binaries::path).allMatch(Files::isExecutable);
        assertThat(Files.readAllLines(directory.resolve("calls")))
                .hasSize(2)
                .anyMatch(
                        call ->
                                call.contains("cmd/kube-apiserver")
                                        && call.contains("cmd/kubectl"));
    }

    @Test
    void withoutGoAllWaysAreTold() {
        var binaries =
                binaries(
                        Map.of(
                                "XDG_CACHE_HOME",
                                "/nowhere",
                                "GOROOT",
                                "/nowhere",
                                Mirror.VARIABLE,
                                "off"));
        assertThatThrownBy(() -> binaries.require(List.of(Program.ETCD, Program.KWOK)))
                .hasMessageContainingAll(
                        "etcd, kwok",
                        "KUBEBUILDER_ASSETS",
                        "DRAGOMAN_RELEASES",
                        "Go 1.26 or newer",
                        "--kubeconfig");
    }

    @Test
    void failedBuildLeavesNothingAndShowsWhatGoSaid() throws IOException {
        executable("bin/go", "#!/bin/sh\necho 'no such module'; exit 1\n");
        var binaries = binaries(environment());
        assertThatThrownBy(() -> binaries.path(Program.KWOK))
                .hasMessage("Building kwok failed:\nno such module");
        try (var files = Files.walk(directory.resolve("cache"))) {
            assertThat(files.filter(Files::isRegularFile)).allMatch(file -> file.endsWith(".lock"));
        }
    }

    @Test
    void kubernetesCarriesTheVersionOfItsPin() {
        var build = GoModule.load("kubernetes").build(Path.of("/out"), List.of(Program.API_SERVER));
        assertThat(build)
                .anyMatch(flag -> flag.contains("gitVersion=v1.36.") && flag.contains("Minor=36"));
        var older = Options.defaults().withKubernetes("1.30").apiServer();
        assertThat(GoModule.load(older.module()).build(Path.of("/out"), List.of(older)))
                .anyMatch(flag -> flag.contains("gitVersion=v1.30.") && flag.contains("Minor=30"))
                .endsWith(Program.API_SERVER.goPackage());
    }

    /** Stands in for Go: what it finds beside go.mod becomes the program. */
    @Test
    void sourcesBesideTheModuleAreBuilt() throws IOException {
        executable(
                "bin/go",
                """
                #!/bin/sh
                while [ "$1" != -o ]; do shift; done
                cat *.go > "$2"; chmod +x "$2"
                """);
        assertThat(binaries(environment()).path(Program.XDS_LOAD))
                .content()
                .contains("func main()", "func serve(", "func load(");
    }

    /** Or a program whose source has changed would not be built again. */
    @Test
    void cacheKnowsTheSources() throws Exception {
        var files = directory.resolve("module");
        Files.createDirectories(files);
        Files.writeString(files.resolve("go.mod"), "module m\n");
        Files.writeString(files.resolve("go.sum"), "");
        Files.writeString(files.resolve("readme.txt"), "no source");
        var mod = files.resolve("go.mod").toUri().toURL();
        var none = GoModule.load("m", mod);
        Files.writeString(files.resolve("main.go"), "package main\n");
        var one = GoModule.load("m", mod);
        Files.writeString(files.resolve("main.go"), "package main // changed\n");
        var changed = GoModule.load("m", mod);
        Files.move(files.resolve("main.go"), files.resolve("other.go"));
        var renamed = GoModule.load("m", mod);
        assertThat(none.sources()).isEmpty();
        assertThat(one.sources()).containsOnlyKeys("main.go");
        assertThat(List.of(none, one, changed, renamed))
                .extracting(GoModule::directory)
                .doesNotHaveDuplicates();
        assertThat(GoModule.load("m", inJar(files))).as("as in the sandbox jar").isEqualTo(renamed);
    }

    private URL inJar(Path files) throws IOException {
        var jar = directory.resolve("sandbox.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var name : List.of("go.mod", "go.sum", "other.go")) {
                out.putNextEntry(new JarEntry("modules/m/" + name));
                out.write(Files.readAllBytes(files.resolve(name)));
            }
            for (var name : List.of("modules/m/below/lower.go", "modules/m2/another.go")) {
                out.putNextEntry(new JarEntry(name));
            }
        }
        return URI.create("jar:" + jar.toUri() + "!/modules/m/go.mod").toURL();
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH",
                directory.resolve("bin").toString(),
                "XDG_CACHE_HOME",
                directory.resolve("cache").toString(),
                Mirror.VARIABLE,
                "off");
    }

    private Binaries binaries(Map<String, String> environment) {
        return new Binaries(environment, Releases.load(), Duration.ofMillis(500), progress::add);
    }

    private void executable(String name, String script) throws IOException {
        var file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
