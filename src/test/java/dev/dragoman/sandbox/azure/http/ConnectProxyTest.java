package dev.dragoman.sandbox.azure.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the sandbox's proxy leads, and where not. A unit test, in the default build. */
class ConnectProxyTest {
    private static AzureSandbox azure;

    @BeforeAll
    static void start() {
        azure = AzureSandbox.start(Options.of(Catalog.load()));
    }

    @AfterAll
    static void stop() {
        azure.close();
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT management.azure.com:443, 200 Connection established",
        "CONNECT LOGIN.microsoftonline.com:443, 200 Connection established",
        "CONNECT none.vault.azure.net:443, 502 Bad Gateway",
        "CONNECT none.vault.azure.net:80, 403 Forbidden",
        "CONNECT example.com:443, 403 Forbidden",
        "CONNECT localhost:1, 403 Forbidden",
        "GET http://localhost/, 403 Forbidden"
    })
    void namesAreLedOrRefused(String request, String answer) throws IOException {
        assertThat(ask(request)).isEqualTo("HTTP/1.1 " + answer);
    }

    @Test
    void ownPortsAreReachedUnlessTheyAreClosed() throws IOException {
        var port = azure.armPort();
        assertThat(ask("CONNECT localhost:" + port)).startsWith("HTTP/1.1 200 ");
        assertThat(ask("CONNECT 127.0.0.1:" + azure.authorityPort())).startsWith("HTTP/1.1 200 ");
        azure.control().down();
        try {
            assertThat(ask("CONNECT localhost:" + port)).isEqualTo("HTTP/1.1 502 Bad Gateway");
        } finally {
            azure.control().up();
        }
    }

    /** The status line that the proxy answers. */
    private static String ask(String request) throws IOException {
        var proxy = URI.create(azure.vaultProxy());
        try (var socket = new Socket(proxy.getHost(), proxy.getPort())) {
            var bytes = (request + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
            socket.getOutputStream().write(bytes);
            var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1);
            return new BufferedReader(in).readLine();
        }
    }
}
