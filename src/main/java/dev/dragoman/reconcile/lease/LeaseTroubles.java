package dev.dragoman.reconcile.lease;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers since when, and why, the Lease can be neither read nor written. Meanwhile this process
 * does not know which replica leads, or whether any replica leads. Logs each kind of failure once.
 * Thread-safe.
 */
final class LeaseTroubles {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTroubles.class);

    private final String lease;
    private String said = "";
    private String why = "";
    private long since;

    LeaseTroubles(String lease) {
        this.lease = lease;
    }

    synchronized void succeeded() {
        said = "";
        why = "";
    }

    /** The Lease could not be read or written. Ignores a conflict: another replica was faster. */
    synchronized void failed(RuntimeException error) {
        int code = error instanceof KubernetesClientException refused ? refused.getCode() : 0;
        if (code == 409) {
            return;
        }
        if (why.isEmpty()) {
            since = System.nanoTime();
        }
        why = reason(error, code);
        var text = code > 0 ? "HTTP " + code : error.getClass().getSimpleName();
        if (!text.equals(said)) {
            said = text;
            LOG.warn("the Lease {} cannot be read or renewed: {}; retrying", lease, why);
        }
    }

    private static String reason(RuntimeException error, int code) {
        var said =
                error instanceof KubernetesClientException refused
                                && refused.getStatus() != null
                                && refused.getStatus().getMessage() != null
                        ? refused.getStatus().getMessage()
                        : String.valueOf(error.getMessage());
        return code == 403
                ? said
                        + ". If the operator's service account is in another namespace, set POD_NAMESPACE to that namespace"
                : said;
    }

    /** The failure, once it has lasted for this time; else empty. */
    synchronized Optional<String> lasting(Duration limit) {
        return why.isEmpty() || System.nanoTime() - since < limit.toNanos()
                ? Optional.empty()
                : Optional.of("the Lease %s cannot be read or renewed: %s".formatted(lease, why));
    }
}
