package dev.dragoman.agents;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether each HorizontalPodAutoscaler of the cluster can have its own tolerance. Kubernetes has
 * this since 1.35; before, the API server dropped the field. Asks until there is an answer, and
 * keeps that. Thread-safe.
 */
final class Autoscalers {
    private static final Logger LOG = LoggerFactory.getLogger(Autoscalers.class);
    private static final int SINCE = 35;

    /** Cloud providers append to the minor version, such as {@code 35+}. */
    private static final Pattern MINOR = Pattern.compile("(\\d{1,4})\\D*");

    private final Supplier<VersionInfo> version;
    private volatile Optional<Boolean> known = Optional.empty();

    /**
     * @param version asks the API server; throws KubernetesClientException where it does not answer
     */
    Autoscalers(Supplier<VersionInfo> version) {
        this.version = version;
    }

    /** Whether they can; false while it is not known. */
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
