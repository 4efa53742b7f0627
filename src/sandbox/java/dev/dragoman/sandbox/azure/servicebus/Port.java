package dev.dragoman.sandbox.azure.servicebus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A port that takes connections of AMQP. It can be closed and opened again. Thread-safe. */
final class Port implements AutoCloseable {
    private final SSLContext tls;
    private final Broker broker;
    private final String namespace;
    private final InetAddress address;
    private ServerSocket server;
    private Thread acceptor;
    private int number;

    /**
     * @param tls null for a plain port
     * @param namespace the namespace that is served; empty if clients name it
     */
    Port(SSLContext tls, Broker broker, String namespace, InetAddress address, int number) {
        this.tls = tls;
        this.broker = broker;
        this.namespace = namespace;
        this.address = address;
        this.number = number;
        open();
    }

    int number() {
        return number;
    }

    synchronized void open() {
        if (server != null) {
            return;
        }
        try {
            var opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(address, number));
            server = opened;
            number = opened.getLocalPort();
            acceptor = Thread.startVirtualThread(() -> accept(opened));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "port %d of %s is not free".formatted(number, address.getHostAddress()), e);
        }
    }

    @Override
    public synchronized void close() {
        if (server == null) {
            return;
        }
        try {
            server.close();
            // the port is free when nobody waits at it any more
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server = null;
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                var socket = from.accept();
                socket.setTcpNoDelay(true);
                if (from.isClosed()) {
                    socket.close();
                    return;
                }
                var connection = new AmqpConnection(socket, secured(socket), broker, namespace);
                broker.connections().add(connection);
                Thread.startVirtualThread(connection::serve);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private Socket secured(Socket socket) throws IOException {
        if (tls == null) {
            return socket;
        }
        var secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
        secured.setUseClientMode(false);
        return secured;
    }
}
