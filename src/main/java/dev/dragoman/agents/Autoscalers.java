package dev.dragoman.agents;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the cluster's HorizontalPodAutoscalers may have the field {@code tolerance}. API
 * servers before 1.35 drop the field. Asks again an hour after each answer, because a control plane
 * may be upgraded while the operator runs. Thread-safe.
 */
final class Autoscalers {
    private static final Logger LOG = LoggerFactory.getLogger(Autoscalers.class);
    private static final int SINCE = 35;

    /** Cloud providers append a suffix to the minor version, as in {@code 35+}. */
    private static final Pattern MINOR = Pattern.compile("(\\d{1,4})\\D*");

    private static final Duration KEPT = Duration.ofHours(1);

    private final Supplier<VersionInfo> version;
    private final InstantSource clock;
    private volatile Known known = new Known(false, Instant.MIN);

    private record Known(boolean exact, Instant until) {}

    /**
     * @param version reads the version from the API server; throws KubernetesClientException when
     *     there is no answer
     */
    Autoscalers(Supplier<VersionInfo> version, InstantSource clock) {
        this.version = version;
        this.clock = clock;
    }

    /**
     * Whether they may; if the API server does not answer, the last answer, or false without one.
     */
    boolean exact() {
        var now = clock.instant();
        if (now.isAfter(known.until())) {
            try {
                known = new Known(exact(version.get()), now.plus(KEPT));
            } catch (KubernetesClientException e) {
                LOG.debug("the version of the API server is not known now", e);
            }
        }
        return known.exact();
    }

    private static boolean exact(VersionInfo info) {
        var minor = MINOR.matcher(String.valueOf(info.getMinor()));
        return "1".equals(info.getMajor())
                && minor.matches()
                && Integer.parseInt(minor.group(1)) >= SINCE;
    }
}
