package dev.dragoman.camel.point;

import dev.dragoman.camel.Overlays;
import dev.dragoman.capability.PointStep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/**
 * Run the steps that a platform team has added at an extension point. They work on a copy of the
 * exchange, of which only the body, where it may change, and a verdict come back.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "dragoman-point",
        title = "Dragoman Point",
        syntax = "dragoman-point:name",
        producerOnly = true,
        category = {Category.CORE})
public class DragomanPointEndpoint extends DefaultEndpoint {
    /** Name under which a trial says how long steps may take; without it, as the point says. */
    public static final String LIMIT = "dragoman-point-limit";

    @UriPath
    @Metadata(
            required = true,
            description =
                    "Name of the point: that of the capability, a hyphen, and the point's. Example:"
                            + " azure-desired. After a failure the point's alone.")
    private String name;

    public DragomanPointEndpoint(String uri, DragomanPointComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            private final Map<String, PointRunner> runners = new ConcurrentHashMap<>();

            @Override
            public void process(Exchange exchange) {
                var step = exchange.getProperty(PointRun.STEP, PointStep.class);
                // the route comes here after a failure too, of which nobody may want to know
                if (step == null) {
                    return;
                }
                exchange.removeProperty(PointRun.STEP);
                // after a failure the point of whichever capability it is
                if (!step.id().equals(name) && !step.name().equals(name)) {
                    throw new IllegalStateException(
                            "%s is not where %s runs".formatted(getEndpointUri(), step.id()));
                }
                exchange.getMessage()
                        .setBody(
                                runners.computeIfAbsent(step.id(), this::runner)
                                        .run(exchange, step));
            }

            private PointRunner runner(String id) {
                var registry = getCamelContext().getRegistry();
                var overlays = registry.lookupByNameAndType(Overlays.BEAN, Overlays.class);
                return new PointRunner(
                        getCamelContext(),
                        id,
                        overlays == null ? List.of() : overlays.at(id),
                        Optional.ofNullable(registry.lookupByNameAndType(LIMIT, Duration.class)));
            }
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                getEndpointBaseUri() + " runs steps: use it in 'to'");
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
