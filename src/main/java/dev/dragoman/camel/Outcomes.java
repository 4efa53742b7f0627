package dev.dragoman.camel;

import dev.dragoman.camel.https.HttpsFailed;
import dev.dragoman.capability.LineFault;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.util.TimeUtils;

/** Outcomes of reconciliations: reads them from exchanges, and derives them from exceptions. */
public final class Outcomes {
    /**
     * Exchange property or header with which a team's route sets the outcome. The property is used
     * if both are set. Neither is used if a step of the operator has set the outcome.
     */
    public static final String OUTCOME = "CamelKubernetesReconcileOutcome";

    /** The outcome of a route that stops before the step that sets the outcome. */
    private static final Outcome UNFINISHED =
            new Outcome.Transient(
                    "Unfinished",
                    "the route stopped before its last step; look for 'stop', 'rollback' or an error"
                            + " handler in the overlays",
                    Outcome.Pace.SLOW,
                    Optional.empty());

    private static final Pattern REQUEUE = Pattern.compile("requeue\\s+(\\S.*)");

    private Outcomes() {}

    /**
     * The outcome of the exchange: that of its exception, if it has one; otherwise the outcome that
     * the route set; otherwise done.
     */
    public static Outcome of(Exchange exchange) {
        if (exchange.getException() != null) {
            return of(exchange, exchange.getException());
        }
        var said = said(exchange);
        return said instanceof Outcome outcome ? outcome : parse(said);
    }

    /**
     * Sets a failure as the outcome, until a step sets another outcome. So a route that stops early
     * does not count as a success.
     */
    public static void begin(Exchange exchange) {
        set(exchange, UNFINISHED);
    }

    /** Sets the outcome. Steps of a team's route can neither replace nor remove it. */
    public static void set(Exchange exchange, Outcome outcome) {
        OwnState.set(exchange, Outcome.class, outcome);
        // steps of routes may read this property
        exchange.setProperty(OUTCOME, outcome);
    }

    /** The outcome that a step of the operator has set; empty when none has. */
    public static Optional<Outcome> known(Exchange exchange) {
        return OwnState.get(exchange, Outcome.class);
    }

    /**
     * Whether a step of the operator has set the outcome and the exchange has not failed. Such a
     * step has also written the status and the log.
     */
    public static boolean isOfAStep(Exchange exchange) {
        var said = said(exchange);
        return failure(exchange) == null && said instanceof Outcome && !UNFINISHED.equals(said);
    }

    /** The exception of the exchange, even if the route has handled it; null when there is none. */
    public static Throwable failure(Exchange exchange) {
        return exchange.getException() != null
                ? exchange.getException()
                : exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    }

    private static Object said(Exchange exchange) {
        var known = known(exchange);
        if (known.isPresent()) {
            return known.get();
        }
        var said = exchange.getProperty(OUTCOME);
        return said == null ? exchange.getMessage().getHeader(OUTCOME) : said;
    }

    private static Outcome parse(Object said) {
        if (said == null) {
            return Outcome.done();
        }
        var text = said.toString().strip();
        if (text.isEmpty() || "done".equals(text)) {
            return Outcome.done();
        }
        var requeue = REQUEUE.matcher(text);
        if (requeue.matches()) {
            var after = duration(requeue.group(1));
            if (after.isPresent()) {
                return new Outcome.RequeueAfter(after.get());
            }
        }
        return new Outcome.Fatal(
                "BadOutcome",
                "the route sets %s to '%s'; write 'done', or a pause such as 'requeue 30s'"
                        .formatted(OUTCOME, text));
    }

    private static Optional<Duration> duration(String text) {
        try {
            var millis = TimeUtils.toMilliSeconds(text.strip());
            return millis > 0 ? Optional.of(Duration.ofMillis(millis)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The outcome of a failure, without values of Secrets in its message. The code that throws an
     * exception decides whether it is fatal or transient.
     */
    public static Outcome of(Throwable failure) {
        return switch (classed(failure).orElseGet(() -> unknown(failure))) {
            case Outcome.Transient(var reason, var message, var pace, var notBefore) ->
                    new Outcome.Transient(reason, Redactor.redact(message), pace, notBefore);
            case Outcome.Fatal(var reason, var message) ->
                    new Outcome.Fatal(reason, Redactor.redact(message));
            case Outcome other -> other;
        };
    }

    /** The same; what no class of ours tells of names the step of a team's file that threw it. */
    private static Outcome of(Exchange exchange, Throwable failure) {
        return FailedStep.of(exchange)
                .filter(step -> classed(failure).isEmpty())
                .flatMap(FailedStep::place)
                .map(at -> of(OverlayFailure.thrown(at, "failed: " + FailureText.of(failure))))
                .orElseGet(() -> of(failure));
    }

    private static Optional<Outcome> classed(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutcomeException e) {
                return Optional.of(e.outcome());
            }
            if (cause instanceof OverlayFailure || cause instanceof LineFault) {
                return slow(OverlayFailure.REASON, cause.getMessage());
            }
            if (cause instanceof HttpsFailed) {
                return slow(HttpsFailed.REASON, cause.getMessage());
            }
            if (cause instanceof WriteRefused e
                    && (e.rights() || WriteRefused.HEALING.contains(e.reason()))) {
                // transient, because no watch event tells that the right was granted, or that
                // admission changes the object no more
                return slow(e.reason(), e.getMessage());
            }
            if (cause instanceof KubeException e) {
                return Optional.of(
                        e.retriable()
                                ? new Outcome.Transient(
                                        e.reason(),
                                        e.getMessage(),
                                        Outcome.Pace.FAST,
                                        e.retryAfter())
                                : new Outcome.Fatal(e.reason(), e.getMessage()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Outcome> slow(String reason, String message) {
        return Optional.of(
                new Outcome.Transient(reason, message, Outcome.Pace.SLOW, Optional.empty()));
    }

    private static Outcome unknown(Throwable failure) {
        return new Outcome.Transient(
                failure.getClass().getSimpleName(),
                FailureText.of(failure),
                Outcome.Pace.SLOW,
                Optional.empty());
    }

    /**
     * Whether a later try is likely to succeed, so that the failure need not be shown. Examples: a
     * conflict, an unavailable API server, a process that is being stopped.
     */
    private static boolean passing(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubeException kube) {
                return kube.retriable();
            }
            if (cause instanceof OutcomeException known) {
                return !(known.outcome() instanceof Outcome.Fatal);
            }
            if (cause instanceof InterruptedException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Handles a failure of a step that no decision foresaw, such as a missing right or a broken
     * overlay. Sets the outcome, and shows the failure on the object, whose old status may be wrong
     * now.
     *
     * @param show writes reason and text on the object; not called when a later try is likely to
     *     succeed, unless the object has had many conflicts in a row
     */
    public static void unforeseen(Exchange exchange, Shown show) {
        var failure = failure(exchange);
        var outcome = of(exchange, failure);
        set(exchange, outcome);
        boolean again = EarlierConflicts.isMany(exchange, failure);
        if (again || !passing(failure)) {
            show.on(
                    ReconciliationExchange.object(exchange),
                    outcome.reason(),
                    isForTheOwner(outcome)
                            ? outcome.message()
                            : "a step of the operator failed%s: %s. See the operator's log"
                                    .formatted(again ? " again and again" : "", outcome.message()));
        }
    }

    /** Whether the message is for the object's owner, not for the operator's administrator. */
    private static boolean isForTheOwner(Outcome outcome) {
        return OverlayFailure.REASON.equals(outcome.reason())
                || Reconciliation.UNREADABLE.equals(outcome.reason())
                || WriteRefused.FOR_OWNERS.contains(outcome.reason());
    }

    /** Shows a failure on an object. */
    @FunctionalInterface
    public interface Shown {
        /** Writes the reason and the text on the object. */
        void on(Map<String, Object> object, String reason, String text);
    }

    /** The message of a failure, in one line, without values of Secrets. */
    public static String text(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutcomeException known) {
                return Redactor.redact(known.outcome().message());
            }
            if (cause instanceof KubeException) {
                return Redactor.redact(String.valueOf(cause.getMessage()));
            }
        }
        return Redactor.redact(FailureText.of(failure));
    }
}
