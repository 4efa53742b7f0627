package dev.dragoman.reconcile.turn;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.OutcomeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads answers from outside. Each has a largest size, and all together have one too: a larger
 * answer takes its bytes from a store that all namespaces share, until its reconciliation ends.
 * Thread-safe.
 */
public final class Answers {
    /** Answers of so many bytes take none from the store: each worker may hold some. */
    static final int FREE = 64 * 1024;

    /** Large answers that are read at a time; a slow host then holds no more than one of these. */
    private static final int READ = 2;

    /**
     * JSON with parts of this size in bytes takes about seven times as much memory when it is read;
     * with smaller parts it takes up to thirty times as much.
     */
    private static final int PART = 20;

    private static final int FREE_PARTS = 20_000;

    /**
     * Share of the heap that bytes of Azure's answers may take. What is read from them takes more.
     */
    private static final int SHARE = 32;

    /** For Azure and its vaults. One heap, so one store for the process. */
    public static final Answers OF_AZURE =
            new Answers(Math.max(8 << 20, Runtime.getRuntime().maxMemory() / SHARE));

    /** For hosts that teams choose: they may be slow, and answer what they like. */
    public static final Answers OF_TEAMS =
            new Answers(Math.max(4 << 20, Runtime.getRuntime().maxMemory() / SHARE / 2));

    private final Turns readers = new Turns("readers of large answers", READ);
    private final Turns store;

    Answers(long bytes) {
        this.store = new Turns("memory for large answers", bytes);
    }

    /** Thrown when an answer is larger than answers of its kind can be. */
    public static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(String message) {
            super(message);
        }
    }

    /**
     * Reads the body of an answer, and leaves the stream open.
     *
     * @param most largest number of bytes that an answer of this kind can have
     * @throws TooLarge when the answer has more bytes, or far more parts than its size allows
     * @throws OutcomeException to retry, when others use the memory for answers
     */
    public byte[] read(InputStream body, int most) throws IOException {
        int free = Math.min(FREE, most);
        var first = body.readNBytes(free + 1);
        if (first.length <= free) {
            return first;
        }
        try (var _ = readers.take(Acting.namespace(), 1)) {
            var out = new ByteArrayOutputStream();
            out.write(first);
            out.write(body.readNBytes(most + 1 - first.length));
            if (out.size() > most) {
                throw new TooLarge("the answer has more than %d bytes".formatted(most));
            }
            var bytes = out.toByteArray();
            if (parts(bytes) > FREE_PARTS + bytes.length / PART) {
                throw new TooLarge("the answer has too many parts for its size");
            }
            Acting.atEnd(store.take(Acting.namespace(), bytes.length)::close);
            return bytes;
        }
    }

    /** Number of values in a JSON text; 0 for other texts. A comma in a text counts as a value. */
    private static int parts(byte[] bytes) {
        int at = 0;
        // white space, and the marks of UTF-8 and UTF-16, which readers of JSON pass over
        while (at < bytes.length && bytes[at] <= ' ') {
            at++;
        }
        if (at == bytes.length || (bytes[at] != '{' && bytes[at] != '[')) {
            return 0;
        }
        int parts = 0;
        for (byte each : bytes) {
            if (each == ',' || each == '{' || each == '[') {
                parts++;
            }
        }
        return parts;
    }
}
