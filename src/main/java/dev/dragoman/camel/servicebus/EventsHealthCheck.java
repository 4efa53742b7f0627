package dev.dragoman.camel.servicebus;

import dev.dragoman.azure.AzureEvents;
import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether the queue of change events answers. It is no reason to restart, and none to be not ready:
 * without events each object is looked at once per resync.
 */
final class EventsHealthCheck extends AbstractHealthCheck {
    private final AzureEvents events;

    EventsHealthCheck(AzureEvents events) {
        super("dragoman", "events");
        this.events = events;
    }

    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    public boolean isReadiness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        events.problem().ifPresentOrElse(why -> builder.message(why).down(), builder::up);
    }
}
