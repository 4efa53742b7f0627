package dev.dragoman.envoy.pod;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * Envoy's admin interface.
 *
 * @param address such as {@code http://localhost:9901}
 */
record EnvoyAdmin(String address) {
    private static final int TIMEOUT_MILLIS = 5000;
    private static final String STATISTIC = "envoy_http_downstream_cx_active";

    /** Has Envoy fail its health check, by which it drains its connections. */
    void failHealthCheck() throws IOException {
        var connection = connect("/healthcheck/fail");
        connection.setRequestMethod("POST");
        check(connection);
        connection.disconnect();
    }

    /** Open connections of clients by HTTP, without those of the admin interface. */
    long openConnections() throws IOException {
        // all statistics of a large Envoy are many megabytes
        var connection = connect("/stats/prometheus?filter=downstream_cx_active");
        check(connection);
        try (var body =
                new BufferedReader(
                        new InputStreamReader(
                                connection.getInputStream(), StandardCharsets.UTF_8))) {
            return openConnections(body.lines());
        } catch (UncheckedIOException e) {
            throw new IOException("its metrics break off", e);
        }
    }

    /**
     * Adds up the connections in the lines of a page of metrics.
     *
     * @throws IOException when no line has any
     */
    static long openConnections(Stream<String> page) throws IOException {
        var lines =
                page.filter(
                                each ->
                                        each.startsWith(STATISTIC + "{")
                                                || each.startsWith(STATISTIC + " "))
                        .toList();
        if (lines.isEmpty()) {
            throw new IOException("its metrics lack " + STATISTIC);
        }
        try {
            return lines.stream()
                    .filter(each -> !each.contains("=\"admin\""))
                    .mapToLong(each -> (long) Double.parseDouble(value(each)))
                    .sum();
        } catch (NumberFormatException e) {
            throw new IOException("its metric " + STATISTIC + " is no number", e);
        }
    }

    private static String value(String line) {
        return line.substring(Math.max(line.lastIndexOf('}') + 1, STATISTIC.length())).strip();
    }

    private HttpURLConnection connect(String path) throws IOException {
        var connection = (HttpURLConnection) URI.create(address + path).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        return connection;
    }

    private static void check(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("%s answers %d".formatted(connection.getURL(), status));
        }
    }
}
