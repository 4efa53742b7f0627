package dev.dragoman.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Leads connections to one of several ports of this machine, as a Service does: one that is taken
 * out gets no new connection, and those that it has stay.
 */
final class Balancer implements AutoCloseable {
    private final ServerSocket server;
    private final List<Integer> ports = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    Balancer() throws IOException {
        server = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void add(int port) {
        ports.add(port);
    }

    void remove(int place) {
        ports.subList(place, place + 1).clear();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                client.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> lead(client));
            } catch (IOException closed) {
                // the loop ends with the socket
            }
        }
    }

    private void lead(Socket client) {
        try (client;
                var backend = connected()) {
            var back = Thread.ofVirtual().start(() -> copy(backend, client));
            copy(client, backend);
            back.join();
        } catch (IOException | InterruptedException gone) {
            // the client sees it
        }
    }

    /** The next port that takes connections. */
    private Socket connected() throws IOException {
        IOException last = new IOException("no port");
        for (int i = 0; i < ports.size(); i++) {
            int port = ports.get(Math.floorMod(next.getAndIncrement(), ports.size()));
            try {
                var socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                return socket;
            } catch (IOException refused) {
                last = refused;
            }
        }
        throw last;
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            in.transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // the other end is told below
        }
        try {
            from.close();
            to.close();
        } catch (IOException closed) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
