package dev.dragoman.namespaces;

import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.settings.FollowedFile;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PEM certificates in kubeconfigs, by which clients verify the API server. If the certificates
 * come from a file, the operator corrects published Secrets soon after the file is replaced.
 * Thread-safe.
 */
final class ClusterAuthority implements Supplier<String>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterAuthority.class);
    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    private final Supplier<String> current;
    private final boolean followed;
    private String published;
    private ScheduledExecutorService timer;

    private ClusterAuthority(Supplier<String> current, boolean followed) {
        this.current = current;
        this.followed = followed;
        this.published = current.get();
    }

    /**
     * Takes the certificates from the file that the settings name; without such a file, takes the
     * certificates that the operator itself trusts.
     */
    static ClusterAuthority of(NamespaceSettings settings, Config cluster) {
        var data = cluster.getCaCertData();
        var file =
                settings.caFile()
                        .or(
                                () ->
                                        data == null
                                                ? Optional.ofNullable(cluster.getCaCertFile())
                                                        .map(Path::of)
                                                : Optional.empty());
        return file.isPresent()
                ? new ClusterAuthority(
                        new FollowedFile<>(file.get(), ClusterAuthority::pem)::now, true)
                : new ClusterAuthority(
                        () ->
                                data == null
                                        ? ""
                                        : new String(
                                                Base64.getDecoder().decode(data),
                                                StandardCharsets.UTF_8),
                        false);
    }

    private static String pem(byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8);
        if (!text.contains(PEM)) {
            throw new IllegalArgumentException("the file holds no PEM certificate");
        }
        return text;
    }

    @Override
    public String get() {
        return current.get();
    }

    /**
     * Starts to check the file at regular intervals.
     *
     * @param changed called after the file has changed; if the call throws KubeException, it is
     *     repeated at the next check
     * @param each time between two checks
     */
    synchronized ClusterAuthority follow(Runnable changed, Duration each) {
        if (followed && timer == null) {
            timer =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().daemon().name("cluster-authority").factory());
            var _ =
                    timer.scheduleWithFixedDelay(
                            () -> look(changed),
                            each.toMillis(),
                            each.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
        return this;
    }

    private void look(Runnable changed) {
        var found = get();
        if (found.equals(published)) {
            return;
        }
        try {
            changed.run();
            published = found;
        } catch (KubeException e) {
            LOG.debug(
                    "the API server's certificates have changed, but requests cannot be listed; retrying",
                    e);
        }
    }

    @Override
    public synchronized void close() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }
}
