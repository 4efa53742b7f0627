package dev.dragoman.sandbox.faults;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The events of a watch, in one of the two encodings of the API server. */
interface WatchStream {
    String EXPIRED =
            """
            {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old resource version: injected by the fault proxy","reason":"Expired","code":410}}""";

    /**
     * Waits for the next event. Frames that carry no event are forwarded meanwhile.
     *
     * @return empty at the end of the watch
     */
    Optional<String> next() throws IOException;

    void send(String event) throws IOException;

    void end() throws IOException;

    /** WebSocket messages of one event each, which the Java client asks for. */
    record Frames(InputStream in, OutputStream out) implements WatchStream {
        private static final int TEXT = 1;
        private static final int CLOSE = 8;

        @Override
        public Optional<String> next() throws IOException {
            var text = new ByteArrayOutputStream();
            while (true) {
                int first = in.read();
                int second = in.read();
                if (second < 0) {
                    return Optional.empty();
                }
                var payload = Wire.exactly(in, length(second & 0x7f));
                int opcode = first & 0x0f;
                if (opcode >= CLOSE) {
                    frame(first, payload);
                    if (opcode == CLOSE) {
                        return Optional.empty();
                    }
                    continue;
                }
                text.write(payload);
                boolean last = (first & 0x80) != 0;
                if (last) {
                    return Optional.of(text.toString(StandardCharsets.UTF_8));
                }
            }
        }

        private int length(int seven) throws IOException {
            if (seven < 126) {
                return seven;
            }
            var bytes = ByteBuffer.wrap(Wire.exactly(in, seven == 126 ? 2 : 8));
            return seven == 126 ? bytes.getShort() & 0xffff : Math.toIntExact(bytes.getLong());
        }

        @Override
        public void send(String event) throws IOException {
            frame(0x80 | TEXT, event.getBytes(StandardCharsets.UTF_8));
        }

        private void frame(int first, byte[] payload) throws IOException {
            var frame = ByteBuffer.allocate(payload.length + 10);
            frame.put((byte) first);
            if (payload.length < 126) {
                frame.put((byte) payload.length);
            } else if (payload.length < 65536) {
                frame.put((byte) 126).putShort((short) payload.length);
            } else {
                frame.put((byte) 127).putLong(payload.length);
            }
            frame.put(payload);
            out.write(frame.array(), 0, frame.position());
            out.flush();
        }

        @Override
        public void end() throws IOException {
            frame(0x80 | CLOSE, new byte[] {3, (byte) 0xe8});
        }
    }

    /** Lines of a chunked answer, which {@code kubectl get --watch} asks for. */
    record Lines(InputStream in, OutputStream out, ByteArrayOutputStream rest)
            implements WatchStream {
        @Override
        public Optional<String> next() throws IOException {
            // split as bytes, as a chunk may end within a character
            while (true) {
                var all = rest.toByteArray();
                for (int end = 0; end < all.length; end++) {
                    if (all[end] == '\n') {
                        rest.reset();
                        rest.write(all, end + 1, all.length - end - 1);
                        return Optional.of(new String(all, 0, end, StandardCharsets.UTF_8));
                    }
                }
                var chunk = chunk();
                if (chunk.length == 0) {
                    return Optional.empty();
                }
                rest.write(chunk);
            }
        }

        private byte[] chunk() throws IOException {
            try {
                return Wire.chunk(in);
            } catch (EOFException ended) {
                return new byte[0];
            }
        }

        @Override
        public void send(String event) throws IOException {
            Wire.writeChunk(out, (event + "\n").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void end() throws IOException {
            Wire.writeChunk(out, new byte[0]);
        }
    }
}
