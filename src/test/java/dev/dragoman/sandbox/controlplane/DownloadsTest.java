package dev.dragoman.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Official releases, from a server of the test in place of the official hosts. The pinned sums are
 * those of the test's files; what would be built by Go is a script that says so.
 */
class DownloadsTest {
    private static final String BY_GO = "#!/bin/sh\necho by Go\n";
    private static final String RELEASED = "#!/bin/sh\necho released\n";

    /** Long enough for the first bytes on a busy machine. */
    private static final Duration SHORT = Patience.of(Duration.ofSeconds(2));

    @TempDir Path directory;
    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());
    private Path official;
    private Duration silence = Patience.usual();

    @BeforeEach
    void go() throws IOException {
        official = directory.resolve("official");
        var go = directory.resolve("bin/go");
        Files.createDirectories(go.getParent());
        Files.writeString(
                go,
                """
                #!/bin/sh
                while [ "$1" != -o ]; do shift; done
                printf '%%s' '%s' > "$2"; chmod +x "$2"
                """
                        .formatted(BY_GO));
        Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void releasesAreTakenAsTheirProjectsPublishThem() throws IOException {
        var releases = releases();
        try (var server = ReleaseServer.of(official)) {
            var binaries = binaries(server.address() + "/", releases);
            var programs = List.of(Program.ETCD, Program.API_SERVER, Program.KWOK);
            binaries.require(programs);
            for (var program : programs) {
                assertThat(binaries.path(program)).isExecutable().hasContent(RELEASED);
            }
            assertThat(server.asked)
                    .hasSize(3)
                    .contains(
                            "/dl.k8s.io/release/v1.36.3/bin/"
                                    + Releases.thisPlatform().replace('-', '/')
                                    + "/kube-apiserver");
            // another process, or the next start
            assertThat(binaries(server.address(), releases).path(Program.ETCD)).exists();
            assertThat(server.asked).hasSize(3);
        }
        assertThat(progress.getFirst())
                .startsWith(
                        "Fetching etcd 3.6.14, kube-apiserver 1.36.3, kwok 0.8.0 (once; kept in ");
        assertThat(left()).containsOnly(".lock", "etcd", "kube-apiserver", "kwok");
    }

    @Test
    void wrongChecksumStopsAndNamesTheFile() throws IOException {
        var releases = releases();
        var file =
                official.resolve(
                        releases.of(Program.KWOK, Releases.thisPlatform())
                                .orElseThrow()
                                .address(Optional.empty())
                                .toString()
                                .substring(8));
        Files.writeString(file, "somebody else's");
        try (var server = ReleaseServer.of(official)) {
            assertThatThrownBy(() -> binaries(server.address(), releases).path(Program.KWOK))
                    .isInstanceOf(ControlPlaneException.class)
                    .hasMessageContainingAll(
                            server.address() + "/github.com/kubernetes-sigs/kwok/releases/download",
                            "is not the file that is pinned",
                            Checksum.sha256(file));
        }
        assertThat(left()).containsOnly(".lock");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(
                        "a file that is not there", of(() -> ReleaseServer.answering(404)), "404"),
                arguments("a refusal", of(() -> ReleaseServer.answering(403)), "HTTP 403"),
                arguments("a broken host", of(() -> ReleaseServer.answering(503)), "HTTP 503"),
                arguments("silence", of(() -> ReleaseServer.silent(0)), "no answer within"),
                arguments("silence midway", of(() -> ReleaseServer.silent(2_000_000)), "of 20 MB"),
                arguments("an end midway", of(() -> ReleaseServer.cutting(1000)), ""));
    }

    private static Supplier<ReleaseServer> of(Supplier<ReleaseServer> server) {
        return server;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void whatIsNotToBeHadIsBuilt(String what, Supplier<ReleaseServer> fault, String said)
            throws IOException {
        silence = what.startsWith("silence") ? SHORT : silence;
        try (var server = fault.get()) {
            var file = binaries(server.address(), releases()).path(Program.API_SERVER);
            assertThat(file).as(what).isExecutable().hasContent(BY_GO);
            assertThat(server.asked).hasSize(1);
            assertThat(progress)
                    .anyMatch(
                            line ->
                                    line.contains(server.address().substring(7))
                                            && line.contains(said));
        }
        assertThat(left()).as("no part of a file").containsOnly(".lock", "kube-apiserver");
    }

    @Test
    void refusedConnectionIsSaidOnceForAllOfTheHost() throws IOException {
        String address;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = "127.0.0.1:" + free.getLocalPort();
        }
        var programs = List.of(Program.ETCD, Program.KWOK);
        binaries("http://" + address, releases()).require(programs);
        assertThat(progress)
                .filteredOn(line -> line.contains(address))
                .containsExactly("  " + address + ": connection refused");
    }

    @Test
    void hostThatNobodyKnowsIsSaid() {
        var file = binaries("http://releases.invalid", releasesOf()).path(Program.KWOK);
        assertThat(file).hasContent(BY_GO);
        assertThat(progress).contains("  releases.invalid: no such host");
    }

    private Releases releasesOf() {
        return Releases.parse("0".repeat(64) + " kwok 0.8.0 " + Releases.thisPlatform());
    }

    /** Or the first run in a network without answers would begin with half a minute of silence. */
    @Test
    void silenceIsWaitedForOnce() throws IOException {
        silence = SHORT;
        try (var server = ReleaseServer.silent(0)) {
            var binaries = binaries(server.address(), releases());
            binaries.require(List.of(Program.ETCD, Program.KWOK));
            var again = binaries.path(Program.API_SERVER);
            assertThat(again).hasContent(BY_GO);
            assertThat(server.asked).hasSize(2);
        }
        assertThat(progress).filteredOn(line -> line.contains("no answer")).hasSize(1);
    }

    @Test
    void offAsksNobody() throws IOException {
        assertThat(binaries("off", releases()).path(Program.KWOK)).hasContent(BY_GO);
        assertThatThrownBy(
                        () -> binaries("mirror.example.com", releases()).path(Program.API_SERVER))
                .hasMessage("DRAGOMAN_RELEASES: must be 'off' or the URL of a mirror");
    }

    @Test
    void twoProcessesAtOnceFetchOnce() throws Exception {
        var releases = releases();
        var table = directory.resolve("table/sandbox/control-plane/releases.txt");
        Files.createDirectories(table.getParent());
        Files.write(
                table,
                releases.all().stream()
                        .map(
                                each ->
                                        String.join(
                                                " ",
                                                each.sha256(),
                                                each.program(),
                                                each.version(),
                                                each.platform()))
                        .toList());
        try (var server = ReleaseServer.of(official)) {
            var processes = List.of(process(server.address()), process(server.address()));
            for (var process : processes) {
                var said =
                        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(Patience.ends(process)).isTrue();
                assertThat(said).endsWith("/kwok\n");
            }
            assertThat(server.asked).hasSize(1);
        }
    }

    private Process process(String mirror) throws IOException {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory.resolve("table") + ":" + System.getProperty("java.class.path"),
                        Fetching.class.getName());
        builder.environment().putAll(environment(mirror));
        builder.environment().remove(Binaries.DIRECTORY);
        builder.environment().remove(Assets.VARIABLE);
        return builder.redirectError(directory.resolve("errors").toFile()).start();
    }

    /** The second process. */
    static final class Fetching {
        public static void main(String[] none) {
            var binaries =
                    new Binaries(
                            System.getenv(),
                            Releases.load(),
                            Patience.usual(),
                            System.err::println);
            System.out.println(binaries.path(Program.KWOK));
        }
    }

    private Releases releases() throws IOException {
        return new Releases(
                List.of(
                        ReleaseServer.published(official, Program.ETCD, "3.6.14", RELEASED),
                        ReleaseServer.published(official, Program.API_SERVER, "1.36.3", RELEASED),
                        ReleaseServer.published(official, Program.KWOK, "0.8.0", RELEASED)));
    }

    private Binaries binaries(String mirror, Releases releases) {
        return new Binaries(environment(mirror), releases, silence, progress::add);
    }

    private Map<String, String> environment(String mirror) {
        var environment = new HashMap<String, String>();
        environment.put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
        environment.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
        environment.put(Mirror.VARIABLE, mirror);
        return environment;
    }

    private List<String> left() throws IOException {
        try (var files = Files.walk(directory.resolve("cache"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }
}
