package dev.dragoman.camel.point;

import dev.dragoman.capability.Point;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * The bean {@code objects}: adds objects to those that are made, in the point {@code objects}.
 * Thread-safe.
 */
public final class ObjectsBean {
    /**
     * Adds the object in the message body. What becomes of the body afterwards changes nothing.
     *
     * @throws IllegalArgumentException when the body is no map
     */
    public void add(Exchange exchange) {
        var run = PointRun.of(exchange, "objects");
        if (run.step().point() != Point.OBJECTS) {
            throw new IllegalStateException(
                    "objects are added in the point objects, and not in " + run.step().id());
        }
        if (!(exchange.getMessage().getBody() instanceof Map<?, ?> object)) {
            throw new IllegalArgumentException(
                    "the body is no map with an object; of a text in JSON 'unmarshal: { json: {} }' makes one");
        }
        run.add(object);
    }
}
