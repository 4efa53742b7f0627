package dev.dragoman.sandbox.faults;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The part of HTTP/1.1 that the proxy needs. */
final class Wire {
    private static final int LONGEST_HEAD = 64 * 1024;

    private Wire() {}

    /**
     * Start line and headers of a request or an answer.
     *
     * @param headers as received: {@code Name: value}
     */
    record Head(String start, List<String> headers) {
        Optional<String> header(String name) {
            var prefix = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(h -> h.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(h -> h.substring(prefix.length()).strip())
                    .findFirst();
        }

        Head with(String start) {
            return new Head(start, headers);
        }

        Head without(String... names) {
            var kept = new ArrayList<>(headers);
            for (var name : names) {
                var prefix = name.toLowerCase(Locale.ROOT) + ":";
                kept.removeIf(h -> h.toLowerCase(Locale.ROOT).startsWith(prefix));
            }
            return new Head(start, kept);
        }

        Head with(String name, String value) {
            var more = new ArrayList<>(without(name).headers);
            more.add(name + ": " + value);
            return new Head(start, more);
        }

        Map<String, String> map() {
            var map = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            for (var header : headers) {
                int colon = header.indexOf(':');
                map.put(header.substring(0, colon), header.substring(colon + 1).strip());
            }
            return map;
        }

        /** The status code; the head must be an answer's. */
        int status() {
            return Integer.parseInt(start.split(" ", 3)[1]);
        }

        /** Whether the server keeps the connection open after this answer. */
        boolean keptAlive() {
            boolean ended =
                    header("Content-Length").isPresent()
                            || chunked()
                            || status() == 204
                            || status() == 304;
            return ended && header("Connection").filter("close"::equalsIgnoreCase).isEmpty();
        }

        boolean chunked() {
            return header("Transfer-Encoding").filter("chunked"::equalsIgnoreCase).isPresent();
        }

        void write(OutputStream out) throws IOException {
            out.write(
                    (start + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Reads the next head; empty at the end of the connection. */
    static Optional<Head> head(InputStream in) throws IOException {
        var start = line(in);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        var headers = new ArrayList<String>();
        for (var line = line(in).orElse(""); !line.isEmpty(); line = line(in).orElse("")) {
            headers.add(line);
        }
        return Optional.of(new Head(start.get(), headers));
    }

    /**
     * Reads the body that follows the head.
     *
     * @param toTheEnd whether a body without a length extends to the end of the connection, as in
     *     answers
     */
    static byte[] body(Head head, InputStream in, boolean toTheEnd) throws IOException {
        if (head.chunked()) {
            var all = new ByteArrayOutputStream();
            for (var chunk = chunk(in); chunk.length > 0; chunk = chunk(in)) {
                all.write(chunk);
            }
            return all.toByteArray();
        }
        var length = head.header("Content-Length");
        if (length.isPresent()) {
            return exactly(in, Integer.parseInt(length.get()));
        }
        return toTheEnd ? in.readAllBytes() : new byte[0];
    }

    /** Reads the next chunk; an empty one is the last. */
    static byte[] chunk(InputStream in) throws IOException {
        var size = line(in).orElseThrow(EOFException::new).split(";", 2)[0].strip();
        var chunk = exactly(in, Integer.parseInt(size, 16));
        if (chunk.length > 0) {
            var _ = line(in);
        } else {
            var trailer = line(in);
            while (!trailer.orElse("").isEmpty()) {
                trailer = line(in);
            }
        }
        return chunk;
    }

    static void writeChunk(OutputStream out, byte[] bytes) throws IOException {
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    static byte[] exactly(InputStream in, int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a message");
        }
        return bytes;
    }

    private static Optional<String> line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream(128);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return line.size() == 0 ? Optional.empty() : Optional.of(text(line));
            }
            if (line.size() > LONGEST_HEAD) {
                throw new IOException("a line of the HTTP head is longer than 64 KiB");
            }
            line.write(next);
        }
        return Optional.of(text(line));
    }

    private static String text(ByteArrayOutputStream line) {
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
