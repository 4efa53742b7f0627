package dev.dragoman.azure.identity;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts how often the password of a PKCS#12 is hashed when it is opened. Each part of the file has
 * an iteration count of its own, up to five million, which takes seconds; a small file may have
 * thousands of parts. Reads DER and BER until the first malformed value, and never throws. The JDK
 * opens some malformed files, for which a strict parser would count nothing. Confined to one
 * thread.
 */
final class Pkcs12Work {
    /**
     * Largest number of iterations of a file; files from Windows and OpenSSL have a few thousand.
     */
    static final long MOST = 2_000_000;

    /** Largest depth of nested values; a PKCS#12 has less than twenty levels. */
    private static final int DEEPEST = 60;

    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int CONSTRUCTED = 0x20;

    private long hashes;

    private Pkcs12Work() {}

    /** Whether opening the file would take more than {@link #MOST} iterations. */
    static boolean tooMuch(byte[] content) {
        var work = new Pkcs12Work();
        work.values(content, 0, content.length, DEEPEST);
        return work.hashes > MOST;
    }

    /**
     * Reads consecutive values. An integer right after an octet string is taken for the iteration
     * count after a salt.
     *
     * @return the position at which reading ended: an end-of-contents mark, a malformed value, or
     *     {@code end}
     */
    private int values(byte[] in, int from, int end, int depth) {
        int at = from;
        boolean salted = false;
        while (at + 2 <= end && hashes <= MOST) {
            int tag = in[at] & 0xff;
            if (tag == 0 && in[at + 1] == 0) {
                return at;
            }
            int body = body(in, at + 1, end);
            if (body < 0) {
                return at;
            }
            boolean open = (in[at + 1] & 0xff) == 0x80;
            int next;
            if (open) {
                next = inner(tag, in, body, end, depth) + 2;
            } else {
                int length = length(in, at + 1);
                if (length < 0 || length > end - body) {
                    return at;
                }
                next = body + length;
                if (tag == INTEGER && salted) {
                    count(Arrays.copyOfRange(in, body, next));
                }
                inner(tag, in, body, next, depth);
            }
            salted = (tag & ~CONSTRUCTED) == OCTETS;
            at = next;
        }
        return Math.min(at, end);
    }

    /**
     * Reads the values within a value, also within an octet string. Returns the position at which
     * reading ended.
     */
    private int inner(int tag, byte[] in, int from, int end, int depth) {
        if (depth == 0) {
            // no PKCS#12 is nested so deeply
            hashes = MOST + 1;
            return end;
        }
        if (tag == (OCTETS | CONSTRUCTED)) {
            var whole = new ByteArrayOutputStream();
            int after = pieces(in, from, end, whole);
            values(whole.toByteArray(), 0, whole.size(), depth - 1);
            return after;
        }
        return tag == OCTETS || (tag & CONSTRUCTED) != 0 ? values(in, from, end, depth - 1) : end;
    }

    /**
     * Joins the pieces of a constructed octet string. Returns the position after the last piece.
     */
    private static int pieces(byte[] in, int from, int end, ByteArrayOutputStream whole) {
        int at = from;
        while (at + 2 <= end && in[at] == OCTETS) {
            int body = body(in, at + 1, end);
            int length = body < 0 ? -1 : length(in, at + 1);
            if (length < 0 || length > end - body) {
                return at;
            }
            whole.write(in, body, length);
            at = body + length;
        }
        return at;
    }

    /**
     * Adds an iteration count. Ignores a number of more than four bytes, because the JDK opens no
     * such file.
     */
    private void count(byte[] number) {
        if (number.length > 0 && number.length <= Integer.BYTES) {
            hashes += Math.max(0, new BigInteger(number).longValue());
        }
    }

    /**
     * The position of the content, which follows the length; negative if the length is malformed.
     */
    private static int body(byte[] in, int at, int end) {
        int first = in[at] & 0xff;
        int more = first > 0x80 ? first & 0x7f : 0;
        return more > 4 || at + 1 + more > end ? -1 : at + 1 + more;
    }

    /** The length of a value; negative if it is indefinite or too large. */
    private static int length(byte[] in, int at) {
        int first = in[at] & 0xff;
        if (first <= 0x80) {
            return first == 0x80 ? -1 : first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = length << 8 | (in[at + 1 + i] & 0xff);
        }
        return length;
    }
}
