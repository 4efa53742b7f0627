package dev.dragoman.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A server of xDS and many clients of it, two processes of {@code tools/control-plane/xds-load}.
 * Both ask for each other's certificate, and read their files anew for each connection. So the
 * clients' failures say whether anybody would have noticed a change of certificates.
 *
 * <p>The files are those of the directories {@code server}, {@code ca} and {@code client}, such as
 * {@link KubeletPlayed} writes them. Of one thread.
 */
public final class XdsLoad implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TAIL = 20;

    private final Path work;
    private final Child server;
    private final Child clients;

    private XdsLoad(Path work, Child server, Child clients) {
        this.work = work;
        this.server = server;
        this.clients = clients;
    }

    /**
     * What the clients know.
     *
     * @param connections that are over, with those that failed
     * @param failures of them; each other one is in {@code issuers}
     * @param texts why
     * @param issuers fingerprint of the CA at the top of the server's chain, with the number of
     *     connections
     * @param certificates digests of the files {@code tls.crt} in use: of the latest connection of
     *     each client, be it open or over. Another one is read for later connections only
     * @param trusts the same of {@code ca.crt}
     */
    public record Clients(
            int connections,
            int failures,
            List<Text> texts,
            Map<String, Integer> issuers,
            Set<String> certificates,
            Set<String> trusts) {
        /** Number of connections whose chain ends at this CA. */
        public int of(String fingerprint) {
            return issuers.getOrDefault(fingerprint, 0);
        }
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
    public record Server(
            int handshakes,
            int failures,
            List<Text> texts,
            Set<String> certificates,
            Set<String> trusts) {}

    /** A text of failures, of which the first fifty different ones are kept. */
    public record Text(String text, int count, String first, String last) {}

    /** Starts twenty clients, each with ten connections in a second. */
    public static XdsLoad start(Path files, String serverName) {
        return start(files, serverName, 20, Duration.ofMillis(100));
    }

    /**
     * Starts the server, then the clients. All files must be there.
     *
     * @param every time from one connection of a client to its next
     */
    public static XdsLoad start(Path files, String serverName, int count, Duration every) {
        try {
            var program = new Binaries(_ -> {}).path(Program.XDS_LOAD).toString();
            var work = Files.createTempDirectory("dragoman-xds-");
            var portFile = work.resolve("port");
            var server =
                    Child.start(
                            work.resolve("server"),
                            List.of(
                                    program,
                                    "serve",
                                    "--until-stdin-ends",
                                    "--dir",
                                    files.toString(),
                                    "--port-file",
                                    portFile.toString()));
            try {
                await().atMost(PATIENCE)
                        .failFast(server::mustLive)
                        .until(() -> Files.exists(portFile));
                var clients =
                        Child.start(
                                work.resolve("clients"),
                                List.of(
                                        program,
                                        "clients",
                                        "--until-stdin-ends",
                                        "--dir",
                                        files.toString(),
                                        "--address",
                                        "127.0.0.1:" + Files.readString(portFile),
                                        "--server-name",
                                        serverName,
                                        "--count",
                                        Integer.toString(count),
                                        "--every",
                                        every.toMillis() + "ms"));
                return new XdsLoad(work, server, clients);
            } catch (RuntimeException | IOException e) {
                var _ = server.end();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As of at most a second ago. */
    public Clients clients() {
        return clients.latest(
                Clients.class, new Clients(0, 0, List.of(), Map.of(), Set.of(), Set.of()));
    }

    /** As of at most a second ago. */
    public Server server() {
        return server.latest(Server.class, new Server(0, 0, List.of(), Set.of(), Set.of()));
    }

    /** Waits for so many connections more. */
    public Clients further(int connections) {
        int until = clients().connections() + connections;
        await().atMost(PATIENCE).until(() -> clients().connections() >= until);
        return clients();
    }

    /**
     * Waits until these files are read, and no connection uses former ones any more.
     *
     * @param byServer content of {@code ca/tls.crt}
     * @param byClients content of {@code client/ca.crt}
     */
    public void awaitTrusts(byte[] byServer, byte[] byClients) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> {
                            assertThat(server().trusts()).containsExactly(digest(byServer));
                            assertThat(clients().trusts()).containsExactly(digest(byClients));
                        });
    }

    /**
     * Waits until these files are read, and no connection uses former ones any more.
     *
     * @param ofServer content of {@code server/tls.crt}
     * @param ofClients content of {@code client/tls.crt}
     */
    public void awaitCertificates(byte[] ofServer, byte[] ofClients) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> {
                            assertThat(server().certificates()).containsExactly(digest(ofServer));
                            assertThat(clients().certificates()).containsExactly(digest(ofClients));
                        });
    }

    /** How digests and fingerprints are written. */
    public static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Ends the clients, whose open connections are finished first. Afterwards {@link #clients} are
     * the final counts.
     *
     * @return their exit status: 1 where a connection failed, else 0
     */
    public int endClients() {
        return clients.end();
    }

    /** Ends both. There are no counts any more. */
    @Override
    public void close() {
        try {
            var _ = clients.end();
        } finally {
            var _ = server.end();
        }
        try (var files = Files.list(work)) {
            for (var each : files.toList()) {
                Files.delete(each);
            }
            Files.delete(work);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of the two, with its lines in a file. */
    private static final class Child {
        private final Process process;
        private final Path out;
        private final Path log;
        private boolean asked;

        private Child(Process process, Path out, Path log) {
            this.process = process;
            this.out = out;
            this.log = log;
        }

        /** Its standard input is open for as long as this JVM lives, and it ends with it. */
        static Child start(Path files, List<String> command) throws IOException {
            var out = Path.of(files + ".json");
            var log = Path.of(files + ".log");
            var process =
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(log.toFile())
                            .start();
            return new Child(process, out, log);
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
                if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
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
}
