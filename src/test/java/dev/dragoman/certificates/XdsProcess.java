package dev.dragoman.certificates;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One process of {@code tools/control-plane/xds-load}, which prints lines of JSON, in a file. Of
 * one thread.
 */
final class XdsProcess {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TAIL = 20;

    private final Process process;
    private final Path out;
    private final Path log;
    private boolean asked;

    private XdsProcess(Process process, Path out, Path log) {
        this.process = process;
        this.out = out;
        this.log = log;
    }

    /** Its standard input is open for as long as this JVM lives, and it ends with it. */
    static XdsProcess start(Path work, String name, String... arguments) throws IOException {
        var out = work.resolve(name + ".json");
        var log = work.resolve(name + ".log");
        var process =
                new ProcessBuilder(command(arguments))
                        .redirectOutput(out.toFile())
                        .redirectError(log.toFile())
                        .start();
        return new XdsProcess(process, out, log);
    }

    static List<String> command(String... arguments) {
        var command = new ArrayList<String>();
        command.add(new Binaries(_ -> {}).path(Program.XDS_LOAD).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** A directory for files of processes. */
    static Path work() throws IOException {
        return Files.createTempDirectory("dragoman-xds-");
    }

    /** Deletes such a directory. */
    static void delete(Path work) {
        try (var files = Files.list(work)) {
            for (var each : files.toList()) {
                Files.delete(each);
            }
            Files.delete(work);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    <T> T latest(Class<T> type, T none) {
        if (!asked) {
            mustLive();
        }
        try {
            var said = Files.readString(out);
            var whole = said.substring(0, said.lastIndexOf('\n') + 1).strip();
            return whole.isEmpty()
                    ? none
                    : JSON.readValue(whole.substring(whole.lastIndexOf('\n') + 1), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void mustLive() {
        if (!process.isAlive()) {
            throw new AssertionError(failure("has ended"));
        }
    }

    String failure(String what) {
        var last = new ArrayList<String>();
        try (var lines = Files.lines(log)) {
            lines.forEach(
                    line -> {
                        last.add(line);
                        if (last.size() > TAIL) {
                            last.removeFirst();
                        }
                    });
        } catch (IOException e) {
            last.add(e.toString());
        }
        return "%s %s. Last lines of %s:%n%s"
                .formatted(
                        process.info().command().orElse("xds-load"),
                        what,
                        log,
                        String.join("\n", last));
    }

    int end() {
        asked = true;
        process.destroy();
        try {
            if (!Patience.ends(process)) {
                throw new AssertionError(failure("does not end"));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
