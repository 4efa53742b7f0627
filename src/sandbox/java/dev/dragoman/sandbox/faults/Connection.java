package dev.dragoman.sandbox.faults;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a client to the proxy. {@link #run} serves its requests one after another. */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final FaultProxy proxy;
    private final Socket plain;
    private final Faults faults;
    private InputStream in;
    private OutputStream out;
    private volatile String userAgent = "";

    Connection(FaultProxy proxy, Socket plain) {
        this.proxy = proxy;
        this.plain = plain;
        this.faults = proxy.faults();
    }

    /**
     * Whether the client's user agent contains the text. True also before the first request, when
     * the user agent is unknown.
     */
    boolean of(String agent) {
        return userAgent.isEmpty() || userAgent.contains(agent);
    }

    /**
     * Ends the connection with a TCP RST and without the closing alert of TLS, as when the client's
     * process is killed.
     */
    void reset() {
        try {
            plain.setSoLinger(true, 0);
            plain.close();
        } catch (IOException e) {
            LOG.debug("reset: {}", e.toString());
        }
    }

    void run(SSLSocketFactory tls) {
        try {
            plain.setTcpNoDelay(true);
            try (var secure = tls.createSocket(plain, null, true)) {
                in = new BufferedInputStream(secure.getInputStream());
                out = new BufferedOutputStream(secure.getOutputStream());
                boolean more = true;
                while (more) {
                    more = serve();
                }
            }
        } catch (IOException e) {
            LOG.debug("{}: {}", proxy.target(), e.toString());
        } finally {
            reset();
        }
    }

    /**
     * Serves one request.
     *
     * @return whether the connection can serve another request
     */
    private boolean serve() throws IOException {
        var head = Wire.head(in);
        if (head.isEmpty()) {
            return false;
        }
        var body = Wire.body(head.get(), in, false);
        var start = head.get().start().split(" ", 3);
        userAgent = head.get().header("User-Agent").orElse(userAgent);
        var request =
                new Passing(
                        proxy.target(),
                        start[0],
                        start[1],
                        head.get().map(),
                        new String(body, StandardCharsets.UTF_8));
        if (faults.dead(userAgent)) {
            return false;
        }
        var fault = faults.of(request);
        return switch (fault.orElse(null)) {
            case null -> forward(head.get(), request, body, fault);
            case Fault.ResetBefore _ -> {
                faults.saw(new Faults.Seen(request, 0, fault));
                reset();
                yield false;
            }
            case Fault.Answer answer -> {
                faults.saw(new Faults.Seen(request, answer.status(), fault));
                yield answer(answer);
            }
            case Fault.Delay(var duration) -> {
                pause(duration);
                yield forward(head.get(), request, body, fault);
            }
            case Fault.Overtaken(var first) -> {
                first.run();
                yield forward(head.get(), request, body, fault);
            }
            case Fault.LoseReply _ -> forward(head.get(), request, body, fault);
            case Fault.AsOf(var version) ->
                    forward(asOf(head.get(), request, version), request, body, fault);
        };
    }

    /** The head of a list request, changed to ask for exactly this resource version. */
    private static Wire.Head asOf(Wire.Head head, Passing list, String version) {
        var query = new ArrayList<String>();
        for (var part : list.query().split("&", -1)) {
            if (!part.startsWith("resourceVersion")) {
                query.add(part);
            }
        }
        query.removeIf(String::isEmpty);
        query.add("resourceVersion=" + version);
        query.add("resourceVersionMatch=Exact");
        return head.with(
                "%s %s?%s HTTP/1.1"
                        .formatted(list.method(), list.pathOnly(), String.join("&", query)));
    }

    private boolean forward(Wire.Head head, Passing request, byte[] body, Optional<Fault> fault)
            throws IOException {
        boolean upgrade = head.header("Upgrade").isPresent();
        var sent = proxy.addressed(head.without("Accept-Encoding", "Expect"));
        if (!upgrade) {
            sent = sent.without("Transfer-Encoding", "Connection");
            sent = body.length == 0 ? sent : sent.with("Content-Length", "" + body.length);
        }
        var line = proxy.upstream().line();
        boolean reusable = false;
        try {
            sent.write(line.out);
            line.out.write(body);
            line.out.flush();
            var reply =
                    Wire.head(line.in)
                            .orElseThrow(() -> new IOException("the server closed the connection before it answered"));
            if (request.watch() && reply.status() < 300) {
                faults.saw(new Faults.Seen(request, reply.status(), fault));
                stream(request, reply, line);
                return false;
            }
            boolean more = answer(request, reply, line.in, fault);
            reusable = reply.keptAlive();
            return more;
        } finally {
            if (reusable) {
                proxy.upstream().giveBack(line);
            } else {
                line.close();
            }
        }
    }

    private boolean answer(
            Passing request, Wire.Head reply, InputStream fromServer, Optional<Fault> fault)
            throws IOException {
        boolean empty =
                "HEAD".equals(request.method()) || reply.status() == 204 || reply.status() == 304;
        var body = empty ? new byte[0] : Wire.body(reply, fromServer, true);
        faults.saw(new Faults.Seen(request, reply.status(), fault));
        if (fault.orElse(null) instanceof Fault.LoseReply(var then)) {
            then.run();
            reset();
            return false;
        }
        var text = new String(body, StandardCharsets.UTF_8);
        var bytes = proxy.translated(text).getBytes(StandardCharsets.UTF_8);
        var head = reply.without("Transfer-Encoding", "Connection");
        head = empty && reply.status() != 200 ? head : head.with("Content-Length", "" + bytes.length);
        var headers = head.headers().stream().map(proxy::translated).toList();
        send(new Wire.Head(head.start(), headers), bytes);
        return true;
    }

    private boolean answer(Fault.Answer answer) throws IOException {
        var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        var head =
                new Wire.Head("HTTP/1.1 %d Injected".formatted(answer.status()), new ArrayList<>())
                        .with("Content-Type", "application/json")
                        .with("Content-Length", "" + bytes.length);
        for (var each : answer.headers().entrySet()) {
            head = head.with(each.getKey(), each.getValue());
        }
        send(head, bytes);
        return true;
    }

    private void send(Wire.Head head, byte[] body) throws IOException {
        head.write(out);
        out.write(body);
        out.flush();
    }

    /** Passes watch events on until one side closes the connection. */
    private void stream(Passing request, Wire.Head reply, Upstream.Line line) throws IOException {
        reply.write(out);
        out.flush();
        var server = line.socket;
        boolean frames = reply.status() == 101;
        var events =
                frames
                        ? new WatchStream.Frames(line.in, out)
                        : new WatchStream.Lines(line.in, out, new ByteArrayOutputStream());
        // reads what the client sends during a watch (pings of a WebSocket), to notice when the
        // client disconnects
        Thread.ofVirtual().start(() -> copy(frames ? server : null, server));
        for (var event = events.next(); event.isPresent(); event = events.next()) {
            var fault = faults.of(new Faults.Event(request, event.get()));
            switch (fault.orElse(null)) {
                case null -> events.send(event.get());
                case DROP -> LOG.debug("dropped an event");
                case DUPLICATE -> {
                    events.send(event.get());
                    events.send(event.get());
                }
                case GONE -> {
                    events.send(WatchStream.EXPIRED);
                    events.end();
                    return;
                }
                case SILENCE -> {
                    pauseUntilClosed(server);
                    return;
                }
            }
        }
        if (!frames) {
            events.end();
        }
    }

    /**
     * Waits until the client disconnects; {@link #copy} then closes the connection to the server.
     */
    private static void pauseUntilClosed(Socket server) {
        while (!server.isClosed()) {
            pause(Duration.ofMillis(50));
        }
    }

    /**
     * Reads from the client until it disconnects.
     *
     * @param to receives the bytes; null discards them
     * @param closedAtEnd closed when the client has disconnected
     */
    private void copy(Socket to, Socket closedAtEnd) {
        var buffer = new byte[4096];
        try (closedAtEnd) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (to != null) {
                    to.getOutputStream().write(buffer, 0, n);
                    to.getOutputStream().flush();
                }
            }
        } catch (IOException e) {
            LOG.debug("a watch ends: {}", e.toString());
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
