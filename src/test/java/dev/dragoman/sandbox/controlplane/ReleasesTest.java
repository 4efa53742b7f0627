package dev.dragoman.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is pinned, beside the Go modules; where it is published; how long Go takes without it. */
class ReleasesTest {
    private final Releases releases = Releases.load();

    /** Or two machines would have two versions, by the way that was quicker. */
    @Test
    void releasesAreOfTheVersionsThatGoBuilds() {
        for (var module : List.of("kubernetes", "kubernetes-1.30")) {
            var version = GoModule.load(module).kubernetes().orElseThrow();
            for (var program : Options.defaults().withPods().programs()) {
                if (program.module().equals(Program.KUBERNETES)) {
                    for (var platform : List.of("linux-amd64", "linux-arm64")) {
                        assertThat(releases.of(program.of(module), platform))
                                .as(program + " " + platform)
                                .map(Release::version)
                                .contains(version);
                    }
                }
            }
        }
        assertThat(GoModule.load("kwok").mod())
                .contains("sigs.k8s.io/kwok v" + version(Program.KWOK));
        assertThat(GoModule.load("etcd").mod())
                .as("of the same minor version: no sum of the newer one was to be had")
                .containsPattern("go.etcd.io/etcd/server/v3 v3\\.6\\.");
        assertThat(version(Program.ETCD)).startsWith("3.6.");
    }

    private String version(Program program) {
        return releases.of(program, "linux-amd64").orElseThrow().version();
    }

    @Test
    void eachVersionThatAnApiServerMayHaveHasItsControllers() {
        IntStream.rangeClosed(30, 35)
                .mapToObj(minor -> Program.KUBERNETES + "-1." + minor)
                .forEach(
                        module -> {
                            for (var program : Program.FOLLOWERS) {
                                assertThat(releases.of(program.of(module), "linux-amd64"))
                                        .as(module)
                                        .map(Release::version)
                                        .get()
                                        .asString()
                                        .startsWith(module.replace("kubernetes-", "") + ".");
                            }
                        });
        assertThat(releases.of(Program.CONTROLLER_MANAGER.of("kubernetes-1.37"), "linux-amd64"))
                .isEmpty();
        assertThat(releases.of(Program.VALE, "linux-amd64")).isEmpty();
    }

    @Test
    void tableHasOneSumForEachFile() {
        assertThat(releases.all())
                .hasSizeGreaterThan(50)
                .allMatch(release -> release.sha256().matches("[0-9a-f]{64}"))
                .allMatch(release -> release.platform().matches("(linux|darwin)-(amd64|arm64)"));
        assertThat(releases.all()).extracting(Release::sha256).doesNotHaveDuplicates();
        assertThat(releases.all())
                .extracting(release -> release.address(Optional.empty()))
                .doesNotHaveDuplicates();
    }

    static Stream<Arguments> places() {
        return Stream.of(
                arguments(
                        "kubectl 1.36.3 darwin-arm64",
                        "https://dl.k8s.io/release/v1.36.3/bin/darwin/arm64/kubectl"),
                arguments(
                        "etcd 3.6.14 linux-arm64",
                        "https://github.com/etcd-io/etcd/releases/download/v3.6.14/etcd-v3.6.14-linux-arm64.tar.gz"),
                arguments(
                        "etcd 3.6.14 darwin-arm64",
                        "https://github.com/etcd-io/etcd/releases/download/v3.6.14/etcd-v3.6.14-darwin-arm64.zip"),
                arguments(
                        "kwok 0.8.0 linux-amd64",
                        "https://github.com/kubernetes-sigs/kwok/releases/download/v0.8.0/kwok-linux-amd64"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void fileIsWhereItsProjectPublishesIt(String row, String address) {
        var release = Releases.parse("0".repeat(64) + " " + row).all().getFirst();
        assertThat(release.address(Optional.empty())).hasToString(address);
        assertThat(release.address(Optional.of("http://mirror/some")))
                .hasToString(address.replace("https://", "http://mirror/some/"));
    }

    @ParameterizedTest(name = "{0} s, {1} of {2} packages on {3} cores")
    @CsvSource(
            delimiter = '|',
            value = {
                "10  | 0    | 0    | 2 | ''",
                "0   | 0    | 3600 | 2 | ', about 5 min left'",
                "0   | 0    | 3600 | 8 | ', about a minute left'",
                "120 | 1200 | 3600 | 2 | ', about 4 min left'",
                "120 | 60   | 3600 | 2 | ', about 33 min left'",
                "200 | 2400 | 3600 | 2 | ', about 2 min left'",
                "280 | 3000 | 3600 | 2 | ', about a minute left'",
                "300 | 3600 | 3600 | 2 | ', less than a minute left'",
                "300 | 3700 | 3600 | 2 | ', less than a minute left'",
            })
    void timeLeftIsToldFromWhatIsCompiled(
            long seconds, long done, long all, int cores, String text) {
        assertThat(TimeLeft.text(Duration.ofSeconds(seconds), done, all, cores)).isEqualTo(text);
    }
}
