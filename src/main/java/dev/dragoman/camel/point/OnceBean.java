package dev.dragoman.camel.point;

import dev.dragoman.settings.GoDuration;
import java.time.InstantSource;
import java.util.Optional;
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
        check(key, Optional.of(period));
        return run.once(key, clock.instant(), GoDuration.parse(period));
    }

    static void check(String key, Optional<String> period) {
        if (!key.matches("[A-Za-z0-9._-]{1,60}")) {
            throw new IllegalArgumentException(
                    "write the key of 'once' out: at most 60 letters, digits, '.', '_' and '-'");
        }
        if (period.filter(each -> GoDuration.parse(each).isZero()).isPresent()) {
            throw new IllegalArgumentException(
                    "the period of 'once' is longer than 0, such as 10m");
        }
    }
}
