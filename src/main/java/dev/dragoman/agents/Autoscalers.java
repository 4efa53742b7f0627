package dev.dragoman.agents;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether a HorizontalPodAutoscaler of the cluster can have a tolerance of its own.
 * Kubernetes has this field since 1.35; an older API server drops it. Asks the API server for its
 * version until it answers, and keeps the answer. Thread-safe.
 */
final class Autoscalers {
    private static final Logger LOG = LoggerFactory.getLogger(Autoscalers.class);
    private static final int SINCE = 35;

    /** Cloud providers append to the minor version, such as {@code 35+}. */
    private static final Pattern MINOR = Pattern.compile("(\\d{1,4})\\D*");

    private final Supplier<VersionInfo> version;
    private volatile Optional<Boolean> known = Optional.empty();

    /**
     * @param version reads the version from the API server; throws KubernetesClientException when
     *     there is no answer
     */
    Autoscalers(Supplier<VersionInfo> version) {
        this.version = version;
    }

    /** Whether an autoscaler can have its own tolerance; false while the version is not known. */
    boolean exact() {
        if (known.isEmpty()) {
            try {
                known = Optional.of(exact(version.get()));
            } catch (KubernetesClientException e) {
                LOG.debug("the version of the API server is not known yet", e);
                return false;
            }
        }
        return known.get();
    }

    private static boolean exact(VersionInfo info) {
        var minor = MINOR.matcher(String.valueOf(info.getMinor()));
        return "1".equals(info.getMajor())
                && minor.matches()
                && Integer.parseInt(minor.group(1)) >= SINCE;
    }
}
