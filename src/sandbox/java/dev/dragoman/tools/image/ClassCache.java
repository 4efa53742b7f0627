package dev.dragoman.tools.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Makes the AOT cache from a list of classes. The JVM writes the same bytes for the same list,
 * except the times in SoftReferences. So the cache is made twice. Where the two caches differ, both
 * values must be such times, and are replaced by 0. Any other difference fails the build.
 */
final class ClassCache {
    private static final int CRC = 4;
    private static final int HEADER_SIZE = 12;

    /** The first byte of the header that its checksum covers. */
    private static final int SUMMED = 16;

    /** Offset of a region's position, relative to its checksum in the header. */
    private static final int REGION_OFFSET = 0x18;

    /** Offset of a region's used size, relative to its checksum in the header. */
    private static final int REGION_USED = 0x28;

    /** A cache, and the time range in which it was made, in the milliseconds of SoftReferences. */
    record Made(ByteBuffer bytes, long from, long to) {
        Made {
            bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
        }

        boolean isTime(long value) {
            return from <= value && value <= to;
        }
    }

    private ClassCache() {}

    /**
     * Makes the cache.
     *
     * @param command makes a cache and writes it to {@code cache}
     * @param cache the file that it writes
     */
    static void make(Path directory, List<String> command, Path cache)
            throws IOException, InterruptedException {
        var first = made(directory, command, cache);
        var second = made(directory, command, cache);
        try (var file =
                FileChannel.open(cache, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var whole = withoutTimes(first, second);
            while (whole.hasRemaining()) {
                var _ = file.write(whole);
            }
        }
    }

    private static Made made(Path directory, List<String> command, Path cache)
            throws IOException, InterruptedException {
        long from = System.nanoTime() / 1_000_000;
        var _ = Tool.run(directory, command);
        long to = System.nanoTime() / 1_000_000;
        var bytes = ByteBuffer.wrap(Files.readAllBytes(cache));
        Files.delete(cache);
        return new Made(bytes, from, to);
    }

    /**
     * Replaces the times in the first of two caches, and corrects its checksums.
     *
     * @throws IOException when the caches differ in anything else than times and checksums
     */
    static ByteBuffer withoutTimes(Made one, Made other) throws IOException {
        var a = one.bytes();
        var b = other.bytes();
        if (a.capacity() != b.capacity()) {
            throw new IOException("two AOT caches of one list of classes differ in size");
        }
        int header = a.getInt(HEADER_SIZE);
        var sums = new ArrayList<Integer>();
        for (int at = SUMMED; at < header; at += Integer.BYTES) {
            if (a.getInt(at) != b.getInt(at)) {
                sums.add(at);
            }
        }
        for (var at : sums) {
            if (at + REGION_USED + Long.BYTES > header || a.getInt(at) != sum(a, at)) {
                throw new IOException("the header of an AOT cache differs at " + at);
            }
        }
        for (int at = header; at + Long.BYTES <= a.capacity(); at += Long.BYTES) {
            if (a.getLong(at) != b.getLong(at)) {
                if (!one.isTime(a.getLong(at)) || !other.isTime(b.getLong(at))) {
                    throw new IOException("two AOT caches of one list of classes differ at " + at);
                }
                a.putLong(at, 0);
            }
        }
        sums.forEach(at -> a.putInt(at, sum(a, at)));
        a.putInt(CRC, crc(a, SUMMED, header));
        return a;
    }

    private static int sum(ByteBuffer cache, int at) {
        long from = cache.getLong(at + REGION_OFFSET);
        return crc(cache, from, from + cache.getLong(at + REGION_USED));
    }

    /**
     * The CRC-32 of a range of the cache; the CRC-32 of no bytes when the range is not within the
     * cache.
     */
    private static int crc(ByteBuffer cache, long from, long to) {
        var crc = new CRC32();
        if (from >= 0 && from <= to && to <= cache.capacity()) {
            crc.update(cache.slice((int) from, (int) (to - from)));
        }
        return (int) crc.getValue();
    }
}
