package dev.dragoman.sandbox.azure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Leads names of public hosts to ports of this machine, as a company's proxy leads them to the
 * world (RFC 9110, 9.3.6): a client that is told of it, by HTTPS_PROXY, needs no other address, and
 * the machine no other hosts file. Bytes reconciliation unread: TLS is between client and server.
 * What is not listed is refused, so that no client gets out. Thread-safe.
 */
final class ConnectProxy implements AutoCloseable {
    private static final Pattern CONNECT = Pattern.compile("CONNECT (\\S+) HTTP/1\\.[01]\r\n");
    private static final int HEAD_LIMIT = 16 * 1024;

    private final ServerSocket server;
    private final Map<String, Integer> ports;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /**
     * @param ports of this machine's loopback address, by {@code HOST:PORT} that clients ask for
     */
    ConnectProxy(Map<String, Integer> ports) throws IOException {
        this.ports = Map.copyOf(ports);
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    String url() {
        return "http://localhost:" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : open) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                open.add(client);
                Thread.startVirtualThread(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var head = head(client.getInputStream());
            var connect = CONNECT.matcher(head);
            var port = connect.lookingAt() ? ports.get(connect.group(1)) : null;
            if (port == null) {
                say(client, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            try (var upstream = new Socket(InetAddress.getLoopbackAddress(), port)) {
                open.add(upstream);
                say(client, "HTTP/1.1 200 Connection established\r\n\r\n");
                var back = Thread.startVirtualThread(() -> reconciliation(upstream, client));
                reconciliation(client, upstream);
                back.join();
                open.remove(upstream);
            }
        } catch (IOException gone) {
            // The client sees its connection end; a test fails by what the client says of that.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    /** One byte at a time: what follows the empty line is not the proxy's. */
    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (head.size() < HEAD_LIMIT) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
            if (next == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                break;
            }
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Until the one side ends its half, which the other is told. */
    private static void reconciliation(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
