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
 * An HTTPS proxy on a loopback port in front of one server. What the server says of its own address
 * is translated, so that clients come back to the proxy. Headers reconciliation unchanged, credentials too.
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
     * @param server proves {@code localhost} to clients
     * @param client trusts the server behind
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

    /** Where clients go instead. */
    public URI uri() {
        return URI.create("https://localhost:" + listener.getLocalPort());
    }

    /** Resets the connections of those whose user agent contains the text, and of the nameless. */
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

    String authority() {
        return upstream.server().getAuthority();
    }

    /** What the server says, with its address replaced by ours. */
    String translated(String text) {
        return text.replace(upstream.server().toString(), uri().toString());
    }
}
