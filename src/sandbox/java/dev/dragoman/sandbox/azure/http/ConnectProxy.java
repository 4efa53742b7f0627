package dev.dragoman.sandbox.azure.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Leads names of public hosts to ports of this machine, as a company's proxy leads them to the
 * world (RFC 9110, 9.3.6): a client that is told of it, by HTTPS_PROXY, needs no other address, and
 * the machine no other hosts file. Bytes pass unread: TLS is between client and server. What has no
 * route is refused, so that no client gets out. Thread-safe.
 */
public final class ConnectProxy implements AutoCloseable {
    private static final Pattern CONNECT =
            Pattern.compile("CONNECT (\\S+):(\\d{1,5}) HTTP/1\\.[01]\r\n");
    private static final int HEAD_LIMIT = 16 * 1024;

    private final ServerSocket server;
    private final Routes routes;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Where a host and port that a client asks for are. Must be thread-safe. */
    @FunctionalInterface
    public interface Routes {
        /**
         * @param host in lower case
         */
        Route of(String host, int port);
    }

    /**
     * A port of this machine's loopback address, or a refusal.
     *
     * @param port 0 for a refusal
     * @param refusal the status line, empty for a port
     */
    public record Route(int port, String refusal) {
        /** The client must not get there. */
        public static final Route FORBIDDEN = new Route(0, "403 Forbidden");

        /** The name does not resolve, or nobody listens there. */
        public static final Route UNRESOLVED = new Route(0, "502 Bad Gateway");

        public static Route to(int port) {
            return new Route(port, "");
        }
    }

    public ConnectProxy(Routes routes) {
        this.routes = routes;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a port for the proxy", e);
        }
        Thread.startVirtualThread(this::accept);
    }

    public String url() {
        return "http://localhost:" + server.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(ConnectProxy::close);
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
            var connect = CONNECT.matcher(head(client.getInputStream()));
            var route =
                    connect.lookingAt()
                            ? routes.of(
                                    connect.group(1).toLowerCase(Locale.ROOT),
                                    Integer.parseInt(connect.group(2)))
                            : Route.FORBIDDEN;
            if (route.port() == 0) {
                refuse(client, route);
                return;
            }
            tunnel(client, route.port());
        } catch (IOException gone) {
            // The client sees its connection end; a test fails by what the client says of that.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private void tunnel(Socket client, int port) throws IOException, InterruptedException {
        Socket upstream;
        try {
            upstream = new Socket(InetAddress.getLoopbackAddress(), port);
        } catch (IOException down) {
            refuse(client, Route.UNRESOLVED);
            return;
        }
        try (upstream) {
            open.add(upstream);
            say(client, "HTTP/1.1 200 Connection established\r\n\r\n");
            var back = Thread.startVirtualThread(() -> pass(upstream, client));
            pass(client, upstream);
            back.join();
        } finally {
            open.remove(upstream);
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

    private static void refuse(Socket client, Route route) throws IOException {
        say(client, "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n".formatted(route.refusal()));
    }

    private static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Until the one side ends its half, which the other is told. */
    private static void pass(Socket from, Socket to) {
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
