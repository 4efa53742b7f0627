package dev.dragoman.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Two caches become one only if nothing but times tells them apart. */
class ClassCacheTest {
    private static final int HEADER = 96;
    private static final int REGION = 32;
    private static final int SIZE = 128;
    private static final int TIME = 104;

    @Test
    void timesBecomeZeroAndTheSumsAreRight() throws IOException {
        var one = cache(1_000, 7);
        var other = cache(2_000, 7);
        var made = ClassCache.withoutTimes(made(one, 1_000), made(other, 2_000));
        assertThat(made.getLong(TIME)).isZero();
        assertThat(made).isEqualTo(cache(0, 7));
    }

    @Test
    void anythingElseThatDiffersIsRefused() {
        assertThatThrownBy(
                        () ->
                                ClassCache.withoutTimes(
                                        made(cache(1_000, 7), 1_000), made(cache(2_000, 8), 2_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("differ at " + (TIME + 8));
        assertThatThrownBy(
                        () ->
                                ClassCache.withoutTimes(
                                        made(cache(1_000, 7), 5_000), made(cache(2_000, 7), 6_000)))
                .hasMessageContaining("differ at " + TIME);
    }

    @Test
    void aHeaderThatIsNotUnderstoodIsRefused() {
        var odd = cache(2_000, 7).putInt(HEADER - 4, 1);
        assertThatThrownBy(
                        () ->
                                ClassCache.withoutTimes(
                                        made(cache(1_000, 7), 1_000), made(odd, 2_000)))
                .hasMessageContaining("header");
    }

    /** Made within 100 ms of the machine's clock. */
    private static ClassCache.Made made(ByteBuffer bytes, long from) {
        return new ClassCache.Made(bytes, from, from + 100);
    }

    /** A header that describes one region, which holds a time and a number. */
    private static ByteBuffer cache(long time, long number) {
        var cache = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        cache.putInt(12, HEADER);
        cache.putLong(REGION + 0x18, HEADER).putLong(REGION + 0x28, SIZE - HEADER);
        cache.putLong(TIME, time).putLong(TIME + 8, number);
        cache.putInt(REGION, sum(cache, HEADER, SIZE));
        return cache.putInt(4, sum(cache, 16, HEADER));
    }

    private static int sum(ByteBuffer cache, int from, int to) {
        var crc = new CRC32();
        crc.update(cache.slice(from, to - from));
        return (int) crc.getValue();
    }
}
