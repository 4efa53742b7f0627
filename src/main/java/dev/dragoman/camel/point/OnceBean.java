package dev.dragoman.camel.point;

import dev.dragoman.settings.GoDuration;
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
        var clock =
                exchange.getContext().getRegistry().lookupByNameAndType(CLOCK, InstantSource.class);
        check(key);
        return run.once(key, clock.instant(), GoDuration.parse(period));
    }

    static void check(String key) {
        if (!key.matches("[A-Za-z0-9._-]{1,60}")) {
            throw new IllegalArgumentException(
                    "write the key of 'once' out: at most 60 letters, digits, '.', '_' and '-'");
        }
    }
}
