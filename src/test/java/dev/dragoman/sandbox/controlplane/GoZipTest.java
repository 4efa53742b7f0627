package dev.dragoman.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a Go module where there is no Go, from a module proxy of the test. */
class GoZipTest {
    private static final String MODULE = "m.example/M";

    /** Of these two files, by sha256sum and base64. */
    private static final String SUM = "AOLFDpLE8y8QiOLmL6CMoamqMmYYLqDm9zx97nmRyDE=";

    @TempDir Path directory;
    private final List<String> progress = new ArrayList<>();

    @Test
    void filesAreCheckedAndKept() throws IOException {
        zip("a\n");
        try (var proxy = ReleaseServer.of(directory.resolve("proxy"))) {
            var files = zipFrom(proxy).directory(pins(SUM), MODULE);
            assertThat(files.resolve("a.txt")).hasContent("a");
            assertThat(files.resolve("b/c.txt")).hasContent("c");
            assertThat(zipFrom(proxy).directory(pins(SUM), MODULE)).isEqualTo(files);
            assertThat(proxy.asked).containsExactly("/m.example/!m/@v/v1.2.3.zip");
        }
    }

    @Test
    void otherFilesAreNotUsed() throws IOException {
        zip("b\n");
        try (var proxy = ReleaseServer.of(directory.resolve("proxy"))) {
            assertThatThrownBy(() -> zipFrom(proxy).directory(pins(SUM), MODULE))
                    .hasMessageContainingAll("v1.2.3.zip is not the file that is pinned", SUM);
        }
        try (var files = Files.list(directory.resolve("cache/dragoman/control-plane/sources"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly(".lock");
        }
    }

    @Test
    void whatCannotBeHadIsSaid() {
        try (var proxy = ReleaseServer.answering(404)) {
            assertThatThrownBy(() -> zipFrom(proxy).directory(pins(SUM), MODULE))
                    .hasMessageContainingAll("v1.2.3.zip: HTTP 404", "Go was not found");
        }
        assertThatThrownBy(
                        () ->
                                new GoZip(Map.of(), Duration.ofSeconds(1), progress::add)
                                        .directory(pins(SUM), "m.example/other"))
                .hasMessage("No Go module pins m.example/other");
    }

    private static GoModule pins(String sum) {
        return new GoModule(
                "m",
                "module x\n\nrequire m.example/M v1.2.3 // indirect\n",
                "m.example/M v1.0.0 h1:other\nm.example/M v1.2.3 h1:" + sum + "\n",
                new TreeMap<>());
    }

    private GoZip zipFrom(ReleaseServer proxy) {
        return new GoZip(
                Map.of(
                        "XDG_CACHE_HOME",
                        directory.resolve("cache").toString(),
                        "GOPROXY",
                        "off," + proxy.address() + "/,direct"),
                Duration.ofSeconds(20),
                progress::add);
    }

    private void zip(String first) throws IOException {
        var file = directory.resolve("proxy/m.example/!m/@v/v1.2.3.zip");
        Files.createDirectories(file.getParent());
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var entry : Map.of("a.txt", first, "b/c.txt", "c\n").entrySet()) {
                out.putNextEntry(new ZipEntry("m.example/M@v1.2.3/" + entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
