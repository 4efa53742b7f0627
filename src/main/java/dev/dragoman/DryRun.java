package dev.dragoman;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.point.PointInterceptor;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.Watches;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.Map;
import java.util.Optional;

/**
 * What an operator has in a dry run in place of a cluster and of everything else outside of its
 * process.
 *
 * @param overlays files that were checked before
 * @param cluster makes clients whose requests stay in memory
 * @param subscriptions calls the reconcilers
 * @param points empty where the steps of points run as always; otherwise their https requests fail,
 *     and hidden values that they name are made up
 */
public record DryRun(
        Overlays overlays,
        HttpClient.Factory cluster,
        Watches watches,
        Subscriptions subscriptions,
        Outside outside,
        Optional<PointInterceptor> points) {
    /** Properties of Camel: no port is opened, nothing is measured. */
    static final Map<String, String> QUIET =
            Map.of(
                    "camel.management.enabled", "false",
                    "camel.metrics.enabled", "false",
                    "camel.health.enabled", "false");
}
