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
 * An HTTP proxy (CONNECT, RFC 9110, 9.3.6) that connects clients of public hosts to ports of this
 * machine. A client with its URL in HTTPS_PROXY needs no other addresses, and no entries in a hosts
 * file. The proxy cannot read the bytes: TLS is between client and server. It refuses hosts without
 * a route, so that clients reach no real host. Thread-safe.
 */
public final class ConnectProxy implements AutoCloseable {
    private static final Pattern CONNECT =
            Pattern.compile("CONNECT (\\S+):(\\d{1,5}) HTTP/1\\.[01]\r\n");
    private static final int HEAD_LIMIT = 16 * 1024;

    private final ServerSocket server;
    private final Routes routes;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Finds the route to the host and port that a client asks for. Must be thread-safe. */
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
        /** The proxy serves no such host and port. */
        public static final Route FORBIDDEN = new Route(0, "403 Forbidden");

        /** The name does not resolve, or no server listens on the port. */
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
            // The client sees that its connection has ended, and reports it.
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

    /** Reads the head of a request byte by byte, because the bytes after it are for the server. */
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

    /** Copies bytes until the sender has sent all, then ends the input of the receiver. */
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
