package dev.dragoman.camel;

import dev.dragoman.camel.point.StepLine;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;

/**
 * The step of a route in which an exchange has failed.
 *
 * @param failure the exception that it threw
 */
public record FailedStep(NamedNode step, Throwable failure) {
    private static final String FILE = "file:";

    /** Notes the step, unless one inside of it has failed with the same exception. */
    public static void note(Exchange exchange, NamedNode step) {
        var failure = exchange.getException();
        if (failure != null
                && !failure.equals(of(exchange).map(FailedStep::failure).orElse(null))) {
            OwnState.set(exchange, FailedStep.class, new FailedStep(step, failure));
        }
    }

    static Optional<FailedStep> of(Exchange exchange) {
        return OwnState.get(exchange, FailedStep.class);
    }

    /** File and line of a team's file; empty for a step of ours. */
    Optional<String> place() {
        var location = String.valueOf(step.getLocation());
        if (!location.startsWith(FILE)) {
            return Optional.empty();
        }
        var file = Path.of(location.substring(FILE.length()));
        return Optional.of(file + ":" + StepLine.of(file, step, 0));
    }
}
