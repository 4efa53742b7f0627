package dev.dragoman.road;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that opens tunnels for one user, and notes where to. Thread-safe. */
final class ConnectProxy implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final String proof;

    ConnectProxy(String user, String password) throws IOException {
        proof =
                "basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (user + ":" + password).getBytes(StandardCharsets.UTF_8));
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Hosts and ports to which tunnels were opened. */
    List<String> opened() {
        return List.copyOf(opened);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    client.getInputStream(), StandardCharsets.ISO_8859_1),
                            1);
            var request = in.readLine();
            boolean known = false;
            for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                known |=
                        line.regionMatches(true, 0, "Proxy-Authorization: " + proof, 0, 21)
                                && line.substring(21).strip().regionMatches(true, 0, proof, 0, 6)
                                && line.endsWith(proof.substring(6));
            }
            if (request == null || !request.startsWith("CONNECT ")) {
                answer(client, "405 Method Not Allowed");
            } else if (!known) {
                answer(
                        client,
                        "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0");
            } else {
                tunnel(client, request.split(" ", -1)[1]);
            }
        } catch (IOException ended) {
            // one of them has closed it
        }
    }

    private void tunnel(Socket client, String target) throws IOException {
        int colon = target.lastIndexOf(':');
        try (var azure =
                new Socket(
                        target.substring(0, colon),
                        Integer.parseInt(target.substring(colon + 1)))) {
            opened.add(target);
            answer(client, "200 Connection established");
            var back =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            azure.getInputStream()
                                                    .transferTo(client.getOutputStream());
                                            client.shutdownOutput();
                                        } catch (IOException ended) {
                                            // one of them has closed it
                                        }
                                    });
            client.getInputStream().transferTo(azure.getOutputStream());
            azure.shutdownOutput();
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(Socket client, String status) throws IOException {
        client.getOutputStream()
                .write("HTTP/1.1 %s\r\n\r\n".formatted(status).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
