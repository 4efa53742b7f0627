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
 * What a file that a setting names has now: such files are replaced while the process runs, as when
 * authorities change. While it cannot be read, it has what it had. Thread-safe.
 *
 * @param <T> what is made of it
 */
public final class FollowedFile<T> {
    /** Least time between two looks at the file. */
    public static final Duration LOOK = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(FollowedFile.class);

    private final Path file;
    private final Function<byte[], T> parse;
    private final LongSupplier nanos;
    private byte[] seen;
    private T value;
    private long looked;
    private boolean told;

    /**
     * Reads it.
     *
     * @param parse never null; throws IllegalArgumentException, without the content in its message,
     *     where the file has something else
     * @throws IllegalArgumentException where it cannot be read or has something else
     */
    public FollowedFile(Path file, Function<byte[], T> parse) {
        this(file, parse, System::nanoTime);
    }

    /**
     * The same by another clock.
     *
     * @param nanos of a clock that only goes on
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
        this.looked = nanos.getAsLong();
    }

    /** What it has, as of at most {@link #LOOK} ago. */
    public synchronized T now() {
        long now = nanos.getAsLong();
        if (now - looked >= LOOK.toNanos()) {
            looked = now;
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
                LOG.info("{} has changed and is used as it is now", file);
            }
            told = false;
        } catch (IOException | IllegalArgumentException e) {
            if (!told) {
                // it may be written at this moment
                LOG.warn("{} cannot be used; what it had is used on: {}", file, e.getMessage());
                told = true;
            }
        }
    }
}
