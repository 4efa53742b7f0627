package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.Subscriptions;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness of a subscription. It is ready when its watches see its objects; a started route is not
 * enough.
 */
final class SubscriptionHealthCheck extends AbstractHealthCheck {
    private final Subscriptions.Running running;

    SubscriptionHealthCheck(String name, Subscriptions.Running running) {
        super("dragoman", "subscription-" + name);
        this.running = running;
    }

    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        var problem = running.problem();
        builder.detail("running", running.running());
        var unwatched = running.unwatched();
        unwatched.forEach((kind, why) -> builder.detail("unwatched " + kind, why));
        if (problem.isPresent()) {
            builder.message(problem.get()).down();
            return;
        }
        if (!unwatched.isEmpty()) {
            // Camel shows details only on request, so the message names the kinds too
            builder.message("not watched: " + text(unwatched));
        }
        builder.up();
    }

    private static String text(Map<String, String> unwatched) {
        return unwatched.entrySet().stream()
                .map(each -> each.getKey() + " (" + each.getValue() + ")")
                .collect(Collectors.joining(", "));
    }
}
