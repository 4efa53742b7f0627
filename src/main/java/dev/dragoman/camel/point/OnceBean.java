package dev.dragoman.camel.point;

import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.camel.Exchange;

/** The bean {@code once}: limits how often steps with effects run for an object. Thread-safe. */
public final class OnceBean {
    /** Name of the clock in the registry, an {@link InstantSource}. */
    public static final String CLOCK = "dragoman-clock";

    /**
     * Whether the steps below may run: not within the period after they ran for this object. That
     * is remembered on the object when all steps of the file have succeeded.
     *
     * @param key names the limit, which all files and points of the object share
     * @param period such as {@code 10m}
     */
    public boolean pass(String key, String period, Exchange exchange) {
        var run = PointRun.of(exchange, "once");
        if (!run.step().point().acts()) {
            throw new IllegalStateException("once has no effect at " + run.step().id());
        }
        var clock =
                exchange.getContext().getRegistry().lookupByNameAndType(CLOCK, InstantSource.class);
        return run.once(key(key), clock.instant(), period(period));
    }

    static String key(String key) {
        if (!key.matches("[A-Za-z0-9._-]{1,60}")) {
            throw new IllegalArgumentException(
                    "a key of 'once' has at most 60 letters, digits, '.', '_' and '-'");
        }
        return key;
    }

    static Duration period(String text) {
        var period = GoDuration.parse(text);
        if (period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "'once' needs a period of at least a second, such as 10m");
        }
        return period;
    }
}
