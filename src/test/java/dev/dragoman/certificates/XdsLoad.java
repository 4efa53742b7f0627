package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A server of xDS and many clients of it, two processes of {@code tools/control-plane/xds-load}.
 * Both ask for each other's certificate, and read their files anew for each connection. So the
 * clients' failures say whether anybody would have noticed a change of certificates.
 *
 * <p>The files are those of the directories {@code server}, {@code ca} and {@code client}, such as
 * {@link KubeletPlayed} writes them. Of one thread.
 */
public final class XdsLoad implements AutoCloseable {
    private final Path work;
    private final XdsServer server;
    private final XdsProcess clients;

    private XdsLoad(Path work, XdsServer server, XdsProcess clients) {
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
        var server = XdsServer.start(files);
        try {
            var work = XdsProcess.work();
            var clients =
                    XdsProcess.start(
                            work,
                            "clients",
                            "clients",
                            "--until-stdin-ends",
                            "--dir",
                            files.toString(),
                            "--address",
                            server.address(),
                            "--server-name",
                            serverName,
                            "--count",
                            Integer.toString(count),
                            "--every",
                            every.toMillis() + "ms");
            return new XdsLoad(work, server, clients);
        } catch (IOException e) {
            server.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** As of at most a second ago. */
    public Clients clients() {
        return clients.latest(
                Clients.class, new Clients(0, 0, List.of(), Map.of(), Set.of(), Set.of()));
    }

    /** As of at most a second ago. */
    public XdsServer.Report server() {
        return server.latest();
    }

    /** Waits for so many connections more. */
    public Clients further(int connections) {
        int until = clients().connections() + connections;
        await().until(() -> clients().connections() >= until);
        return clients();
    }

    /**
     * Waits until these files are read, and no connection uses former ones any more.
     *
     * @param byServer content of {@code ca/tls.crt}
     * @param byClients content of {@code client/ca.crt}
     */
    public void awaitTrusts(byte[] byServer, byte[] byClients) {
        await().untilAsserted(
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
        await().untilAsserted(
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
            server.close();
            XdsProcess.delete(work);
        }
    }
}
