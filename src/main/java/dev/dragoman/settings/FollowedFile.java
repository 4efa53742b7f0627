package dev.dragoman.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a file that a setting names. The file may be replaced while the process runs, for
 * example when certificate authorities change. So the file is read again at intervals. While it
 * cannot be read or parsed, its last content is used. Thread-safe.
 *
 * @param <T> the parsed content
 */
public final class FollowedFile<T> {
    /** Shortest time between two reads of the file. */
    public static final Duration LOOK = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(FollowedFile.class);

    private final Path file;
    private final Function<byte[], T> parse;
    private final LongSupplier nanos;
    private byte[] seen;
    private T value;
    private long lookedAt;
    private boolean warned;

    /**
     * Reads the file.
     *
     * @param parse never returns null; throws IllegalArgumentException, without the content in its
     *     message, where the content is wrong
     * @throws IllegalArgumentException where the file cannot be read or parsed
     */
    public FollowedFile(Path file, Function<byte[], T> parse) {
        this(file, parse, System::nanoTime);
    }

    /**
     * Reads the file, with another clock.
     *
     * @param nanos monotonic clock
     */
    public FollowedFile(Path file, Function<byte[], T> parse, LongSupplier nanos) {
        this.file = file;
        this.parse = parse;
        this.nanos = nanos;
        try {
            this.seen = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file, e);
        }
        this.value = parse.apply(seen);
        this.lookedAt = nanos.getAsLong();
    }

    /** The parsed content, as of at most {@link #LOOK} ago. */
    public synchronized T now() {
        long now = nanos.getAsLong();
        if (now - lookedAt >= LOOK.toNanos()) {
            lookedAt = now;
            look();
        }
        return value;
    }

    private void look() {
        try {
            var content = Files.readAllBytes(file);
            if (!Arrays.equals(content, seen)) {
                value = parse.apply(content);
                seen = content;
                LOG.info("{} has changed; its new content is used", file);
            }
            warned = false;
        } catch (IOException | IllegalArgumentException e) {
            if (!warned) {
                // the file may be half written
                LOG.warn("{} cannot be used: {}; its last content is used", file, e.getMessage());
                warned = true;
            }
        }
    }
}
