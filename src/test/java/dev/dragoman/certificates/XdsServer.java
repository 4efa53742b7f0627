package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A server of xDS, a process that asks for certificates. It reads its files in the directories
 * {@code server} and {@code ca} anew for each connection. Of one thread.
 */
public final class XdsServer implements AutoCloseable {
    private final Path work;
    private final XdsProcess process;
    private final String address;

    private XdsServer(Path work, XdsProcess process, String address) {
        this.work = work;
        this.process = process;
        this.address = address;
    }

    /**
     * What the server knows.
     *
     * @param handshakes that have begun
     * @param failures of them
     * @param texts why
     * @param certificates digests of the files {@code server/tls.crt} in use: of handshakes that
     *     are not over, and of the latest
     * @param trusts the same of {@code ca/tls.crt}
     */
    public record Report(
            int handshakes,
            int failures,
            List<XdsLoad.Text> texts,
            Set<String> certificates,
            Set<String> trusts) {}

    /** All files must be there. */
    public static XdsServer start(Path files) {
        try {
            var work = XdsProcess.work();
            var portFile = work.resolve("port");
            var process =
                    XdsProcess.start(
                            work,
                            "server",
                            "serve",
                            "--until-stdin-ends",
                            "--dir",
                            files.toString(),
                            "--port-file",
                            portFile.toString());
            try {
                await().failFast(process::mustLive).until(() -> Files.exists(portFile));
                return new XdsServer(work, process, "127.0.0.1:" + Files.readString(portFile));
            } catch (RuntimeException | IOException e) {
                var _ = process.end();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Host and port. */
    public String address() {
        return address;
    }

    /** As of at most a second ago. */
    public Report latest() {
        return process.latest(Report.class, new Report(0, 0, List.of(), Set.of(), Set.of()));
    }

    /** There are no counts any more. */
    @Override
    public void close() {
        try {
            var _ = process.end();
        } finally {
            XdsProcess.delete(work);
        }
    }
}
