package dev.dragoman.sandbox.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * An HTTPS reverse proxy on a loopback port in front of one server. It replaces the server's
 * address in answers by its own, so that clients come back to the proxy. Request headers, including
 * credentials, are forwarded unchanged, except Host and the headers of the transfer, such as
 * Content-Length. For key vaults Host stays too, because it names the vault.
 */
public final class FaultProxy implements AutoCloseable {
    private final Passing.Target target;
    private final Upstream upstream;
    private final SSLSocketFactory toClients;
    private final Faults faults;
    private final ServerSocket listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    private FaultProxy(
            Passing.Target target,
            Upstream upstream,
            SSLSocketFactory toClients,
            Faults faults) {
        this.target = target;
        this.upstream = upstream;
        this.toClients = toClients;
        this.faults = faults;
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Opens the port.
     *
     * @param server the TLS context towards clients, with a certificate for {@code localhost}
     * @param client the TLS context towards the server, which trusts the server's certificate
     */
    public static FaultProxy start(
            Passing.Target target, URI upstream, SSLContext server, SSLContext client, Faults faults) {
        var proxy =
                new FaultProxy(
                        target,
                        new Upstream(upstream, client.getSocketFactory()),
                        server.getSocketFactory(),
                        faults);
        Thread.ofVirtual().name("fault-proxy-" + target).start(proxy::accept);
        return proxy;
    }

    /** The address that clients use instead of the server's. */
    public URI uri() {
        return URI.create("https://localhost:" + listener.getLocalPort());
    }

    /**
     * Resets the connections whose user agent contains the text, and those that have sent no
     * request yet.
     */
    public void reset(String userAgent) {
        connections.stream().filter(each -> each.of(userAgent)).forEach(Connection::reset);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(Connection::reset);
        upstream.close();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                Thread.ofVirtual().name("fault-" + target).start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        var connection = new Connection(this, socket);
        connections.add(connection);
        try {
            connection.run(toClients);
        } finally {
            connections.remove(connection);
        }
    }

    Passing.Target target() {
        return target;
    }

    Faults faults() {
        return faults;
    }

    Upstream upstream() {
        return upstream;
    }

    /** The head of a request, as the server expects it. */
    Wire.Head addressed(Wire.Head head) {
        return target == Passing.Target.VAULT
                ? head
                : head.with("Host", upstream.server().getAuthority());
    }

    /** The text of an answer, with the server's address replaced by the proxy's. */
    String translated(String text) {
        return text.replace(upstream.server().toString(), uri().toString());
    }
}
