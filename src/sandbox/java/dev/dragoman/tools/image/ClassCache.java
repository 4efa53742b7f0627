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
 * The AOT cache, made from a list of classes. The JVM writes the same bytes for the same list, but for
 * one thing: SoftReferences in it carry the time of the machine's clock. So it is made twice; what
 * differs must be such a time, and becomes 0, the time at which a machine starts. Anything else that
 * differs fails the build.
 */
final class ClassCache {
    private static final int CRC = 4;
    private static final int HEADER_SIZE = 12;

    /** The header's sum begins behind its size. */
    private static final int SUMMED = 16;

    /** In a region's description, after its sum. */
    private static final int REGION_OFFSET = 0x18;

    private static final int REGION_USED = 0x28;

    /** A cache, and when it was made, as SoftReferences count time. */
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
     * Makes it.
     *
     * @param command makes one; the file's name is its last argument
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
     * One cache of two.
     *
     * @throws IOException when they differ in more than times and sums over them
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

    /** Of nothing, when that is no part of the cache. */
    private static int crc(ByteBuffer cache, long from, long to) {
        var crc = new CRC32();
        if (from >= 0 && from <= to && to <= cache.capacity()) {
            crc.update(cache.slice((int) from, (int) (to - from)));
        }
        return (int) crc.getValue();
    }
}
