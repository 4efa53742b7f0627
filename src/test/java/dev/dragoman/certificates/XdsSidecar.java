package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;

import dev.dragoman.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client of xDS that knows nothing but the files of an Envoy: a process that reads them as
 * strictly as Envoy, and certificates anew when Envoy would. Of one thread.
 */
public final class XdsSidecar implements AutoCloseable {
    private static final int REFUSED = 2;

    private final Path work;
    private final XdsProcess process;

    private XdsSidecar(Path work, XdsProcess process) {
        this.work = work;
        this.process = process;
    }

    /**
     * What it knows.
     *
     * @param endpoint where the bootstrap would have it connect to
     * @param sni the name that it says when it connects
     * @param serverNames those of which the server's certificate must have one
     * @param watched directories in which it looks for moves, as paths in the container
     * @param connections that are over, with those that failed
     * @param failures of them
     * @param texts why
     * @param issuers fingerprint of the CA at the top of the server's chain, with the number of
     *     connections
     * @param serial number of the own certificate in the latest connection, hexadecimal
     * @param serials the same of all connections that did not fail, with their number
     */
    public record Report(
            String endpoint,
            String sni,
            List<String> serverNames,
            List<String> watched,
            int connections,
            int failures,
            List<XdsLoad.Text> texts,
            Map<String, Integer> issuers,
            String serial,
            Map<String, Integer> serials) {}

    /**
     * Starts to connect, twenty times in a second.
     *
     * @param root with the files of the container
     * @param address of the server, in place of the endpoint
     */
    public static XdsSidecar start(Path root, String address) {
        try {
            var work = XdsProcess.work();
            return new XdsSidecar(
                    work,
                    XdsProcess.start(
                            work,
                            "sidecar",
                            "sidecar",
                            "--until-stdin-ends",
                            "--root",
                            root.toString(),
                            "--address",
                            address,
                            "--every",
                            "50ms"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with files; empty where nothing is. */
    public static Optional<String> refusal(Path root) {
        try {
            var process =
                    new ProcessBuilder(XdsProcess.command("sidecar", "--root", root.toString()))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (var errors = process.getErrorStream()) {
                var text = new String(errors.readAllBytes(), StandardCharsets.UTF_8);
                if (!Patience.ends(process)) {
                    throw new AssertionError("sidecar does not end");
                }
                return switch (process.exitValue()) {
                    case 0 -> Optional.empty();
                    case REFUSED -> Optional.of(text);
                    default -> throw new AssertionError(text);
                };
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** As of at most a second ago. */
    public Report latest() {
        return process.latest(
                Report.class,
                new Report("", "", List.of(), List.of(), 0, 0, List.of(), Map.of(), "", Map.of()));
    }

    /** Waits for so many connections more. */
    public Report further(int connections) {
        int until = latest().connections() + connections;
        await().until(() -> latest().connections() >= until);
        return latest();
    }

    /**
     * Ends it. Afterwards {@link #latest} is final.
     *
     * @return exit status: 1 where a connection failed, else 0
     */
    public int end() {
        return process.end();
    }

    @Override
    public void close() {
        try {
            var _ = process.end();
        } finally {
            XdsProcess.delete(work);
        }
    }
}
