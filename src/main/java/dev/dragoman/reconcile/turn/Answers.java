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

    /** An answer that is larger than expected takes so many times as many bytes. */
    private static final int GROWTH = 4;

    /**
     * JSON with parts of this size in bytes takes about seven times as much memory when it is read;
     * with smaller parts it takes up to thirty times as much.
     */
    private static final int PART = 20;

    private static final int FREE_PARTS = 20_000;

    /** Share of the heap that bytes of answers may take. What is read from them takes more. */
    private static final int SHARE = 24;

    private static final int LEAST = 10 << 20;

    /** One heap, so one store for the process. */
    private static final Answers OF_PROCESS =
            new Answers(Math.max(LEAST, Runtime.getRuntime().maxMemory() / SHARE));

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
    public static byte[] read(InputStream body, int most) throws IOException {
        return OF_PROCESS.readInTurn(body, most);
    }

    byte[] readInTurn(InputStream body, int most) throws IOException {
        var out = new ByteArrayOutputStream();
        var permit = Turns.Permit.NONE;
        boolean read = false;
        try {
            for (long limit = FREE; !read; limit *= GROWTH) {
                int now = (int) Math.min(limit, most);
                permit.close();
                permit = now > FREE ? store.take(Acting.namespace(), now) : Turns.Permit.NONE;
                out.write(body.readNBytes(now + 1 - out.size()));
                read = out.size() <= now;
                if (!read && now == most) {
                    throw new TooLarge("the answer has more than %d bytes".formatted(most));
                }
            }
            var bytes = out.toByteArray();
            if (bytes.length > FREE && parts(bytes) > FREE_PARTS + bytes.length / PART) {
                throw new TooLarge("the answer has too many parts for its size");
            }
            Acting.atEnd(permit::close);
            return bytes;
        } catch (IOException | RuntimeException failure) {
            permit.close();
            throw failure;
        }
    }

    /** Number of values in a JSON text; 0 for other texts. Texts with commas count as more. */
    private static int parts(byte[] bytes) {
        if (bytes[0] != '{' && bytes[0] != '[') {
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
