package dev.dragoman.certificates.pki;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads and writes blocks of PEM. Reading takes linear time for any text, and never throws. Text
 * between the blocks is ignored, as OpenSSL and Go do.
 */
final class Pem {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final Pattern TYPE = Pattern.compile("[A-Z0-9 ]{1,40}");
    private static final Pattern BLANKS = Pattern.compile("[ \\t\\r\\n]+");
    private static final Base64.Encoder LINES =
            Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private final String text;
    private final List<Block> blocks = new ArrayList<>();
    private long looked;
    private int position;

    /** A block. Its {@code toString} does not show the content, which may be a key. */
    static final class Block {
        private final String type;
        private final byte[] der;

        private Block(String type, byte[] der) {
            this.type = type;
            this.der = der;
        }

        String type() {
            return type;
        }

        byte[] der() {
            return der.clone();
        }
    }

    /**
     * Result of reading a text.
     *
     * @param blocks the blocks in the order of the text, or the problem
     * @param looked how many characters were read; tests measure the work by it
     */
    record Scan(Result<List<Block>> blocks, long looked) {}

    private Pem(String text) {
        this.text = text;
    }

    /** Writes a block. */
    static String write(String type, byte[] der) {
        return BEGIN + type + "-----\n" + LINES.encodeToString(der) + "\n" + END + type + "-----\n";
    }

    /**
     * Reads all blocks.
     *
     * @param most how many bytes are allowed; a longer text is refused without reading
     * @param mostBlocks how many blocks are allowed
     */
    static Scan scan(byte[] pem, int most, int mostBlocks) {
        if (pem.length > most) {
            return new Scan(
                    Result.refused(
                            "has %d bytes; at most %d are allowed".formatted(pem.length, most)),
                    0);
        }
        var reading = new Pem(new String(pem, StandardCharsets.ISO_8859_1));
        var problem = reading.read(mostBlocks);
        return new Scan(
                problem.isEmpty()
                        ? Result.ok(List.copyOf(reading.blocks))
                        : Result.refused(problem),
                reading.looked);
    }

    /** Reads all blocks, and returns the problem; empty if there is none. */
    private String read(int mostBlocks) {
        while (skipTo(BEGIN)) {
            if (blocks.size() == mostBlocks) {
                return "has more than %d PEM blocks".formatted(mostBlocks);
            }
            var problem = block();
            if (!problem.isEmpty()) {
                return "PEM block %d %s".formatted(blocks.size() + 1, problem);
            }
        }
        return "";
    }

    /** Reads a block, and returns the problem; empty if there is none. */
    private String block() {
        int typeBegin = position;
        if (!skipTo(DASHES)) {
            return "has a first line that does not end with -----";
        }
        var type = text.substring(typeBegin, position - DASHES.length());
        if (!TYPE.matcher(type).matches()) {
            return "has a first line that is not valid in PEM";
        }
        int bodyBegin = position;
        if (!skipTo(DASHES)) {
            return "has no end";
        }
        var body = text.substring(bodyBegin, position - DASHES.length());
        var last = END.substring(DASHES.length()) + type + DASHES;
        if (!text.startsWith(last, position)) {
            return "has an end of another type";
        }
        position += last.length();
        looked += body.length() + last.length();
        if (body.indexOf(':') >= 0) {
            return "has a header, as encrypted keys have; write the key without a password";
        }
        try {
            var bytes = Base64.getDecoder().decode(BLANKS.matcher(body).replaceAll(""));
            blocks.add(new Block(type, bytes));
            return "";
        } catch (IllegalArgumentException notBase64) {
            return "is no base64";
        }
    }

    /** Moves behind the next occurrence of a mark; returns false if there is none. */
    private boolean skipTo(String mark) {
        int found = text.indexOf(mark, position);
        int end = found < 0 ? text.length() : found + mark.length();
        looked += end - position;
        position = end;
        return found >= 0;
    }
}
