package dev.dragoman.sandbox.faults;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections to the server behind a proxy. Idle connections are reused for some seconds. */
final class Upstream implements AutoCloseable {
    /**
     * How long an idle connection is reused. Much shorter than the idle timeout of any server, so
     * that a request fails only by a planned fault.
     */
    private static final Duration IDLE = Duration.ofSeconds(4);

    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    private final URI server;
    private final SSLSocketFactory tls;
    private final ConcurrentLinkedDeque<Line> idle = new ConcurrentLinkedDeque<>();

    Upstream(URI server, SSLSocketFactory tls) {
        this.server = server;
        this.tls = tls;
    }

    /** One connection. */
    static final class Line implements AutoCloseable {
        final Socket socket;
        final InputStream in;
        final OutputStream out;
        private long since;

        private Line(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = new BufferedOutputStream(socket.getOutputStream());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    URI server() {
        return server;
    }

    /** An idle connection, or a new one. */
    Line line() throws IOException {
        for (var line = idle.pollLast(); line != null; line = idle.pollLast()) {
            if (System.nanoTime() - line.since < IDLE.toNanos()) {
                return line;
            }
            line.close();
        }
        var plain = new Socket();
        plain.setTcpNoDelay(true);
        plain.connect(new InetSocketAddress(server.getHost(), server.getPort()), 10_000);
        return new Line(tls.createSocket(plain, server.getHost(), server.getPort(), true));
    }

    /** Keeps the connection for the next request. The answer must have been read to its end. */
    void giveBack(Line line) {
        line.since = System.nanoTime();
        idle.addLast(line);
    }

    @Override
    public void close() {
        for (var line = idle.pollLast(); line != null; line = idle.pollLast()) {
            try {
                line.close();
            } catch (IOException e) {
                LOG.debug("close: {}", e.toString());
            }
        }
    }
}
