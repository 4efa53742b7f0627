package dev.dragoman.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;

/** Finds ports for programs that must be told on which port to listen. Thread-safe. */
public final class FreePort {
    private static final SecureRandom RANDOM = new SecureRandom();

    private FreePort() {}

    /**
     * A free port. It is below the range of outgoing connections, because an outgoing connection
     * could take the port while a program restarts.
     *
     * @throws IllegalStateException when none is found
     */
    public static int find() {
        for (var attempt = 0; attempt < 100; attempt++) {
            var port = 20_000 + RANDOM.nextInt(10_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // the port is taken: try another one
            }
        }
        throw new IllegalStateException("no free port between 20000 and 30000");
    }
}
