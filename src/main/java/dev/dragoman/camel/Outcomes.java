package dev.dragoman.camel;

import dev.dragoman.camel.confine.RegexTooSlow;
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
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.component.bean.MethodNotFoundException;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.util.TimeUtils;

/** Outcomes of reconciliations: reads them from exchanges, and derives them from exceptions. */
public final class Outcomes {
    /**
     * Exchange property, or else header, in which a team's route sets the outcome. It does not
     * count where a step of the operator has set one.
     */
    public static final String OUTCOME = "CamelKubernetesReconcileOutcome";

    /** Outcome when a route stops before the step that sets the outcome. */
    private static final Outcome UNFINISHED =
            new Outcome.Transient(
                    "Unfinished",
                    "the route stopped before its last step; look for 'stop', 'rollback' or an error"
                            + " handler in the overlays",
                    Outcome.Pace.SLOW,
                    Optional.empty());

    private static final Pattern REQUEUE = Pattern.compile("requeue\\s+(\\S.*)");
    private static final int LONGEST_MESSAGE = 500;

    private Outcomes() {}

    /** The exception's outcome; without an exception the one that the route set, or else done. */
    public static Outcome of(Exchange exchange) {
        if (exchange.getException() != null) {
            return of(exchange.getException());
        }
        var said = said(exchange);
        return said instanceof Outcome outcome ? outcome : parse(said);
    }

    /**
     * Sets a failure as the outcome until a step sets another one, so that a route that stops early
     * does not count as a success.
     */
    public static void begin(Exchange exchange) {
        set(exchange, UNFINISHED);
    }

    /** Sets the outcome, which no other step of a route can replace or remove. */
    public static void set(Exchange exchange, Outcome outcome) {
        OwnState.set(exchange, Outcome.class, outcome);
        // for routes to read
        exchange.setProperty(OUTCOME, outcome);
    }

    /** The outcome that a step of the operator has set; empty when none has. */
    public static Optional<Outcome> known(Exchange exchange) {
        return OwnState.get(exchange, Outcome.class);
    }

    /** Whether a step has set the outcome; such a step has also written the status and the log. */
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
                "the route sets %s to '%s'; known are 'done' and 'requeue 30s'"
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
        return switch (classed(failure)) {
            case Outcome.Transient(var reason, var message, var pace, var notBefore) ->
                    new Outcome.Transient(reason, Redactor.redact(message), pace, notBefore);
            case Outcome.Fatal(var reason, var message) ->
                    new Outcome.Fatal(reason, Redactor.redact(message));
            case Outcome other -> other;
        };
    }

    private static Outcome classed(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutcomeException e) {
                return e.outcome();
            }
            if (cause instanceof OverlayFailure || cause instanceof LineFault) {
                return new Outcome.Transient(
                        OverlayFailure.REASON,
                        cause.getMessage(),
                        Outcome.Pace.SLOW,
                        Optional.empty());
            }
            if (cause instanceof HttpsFailed) {
                return new Outcome.Transient(
                        HttpsFailed.REASON,
                        cause.getMessage(),
                        Outcome.Pace.SLOW,
                        Optional.empty());
            }
            if (cause instanceof WriteRefused e && e.rights()) {
                // transient, since granting the right causes no event for the object
                return new Outcome.Transient(
                        e.reason(), e.getMessage(), Outcome.Pace.SLOW, Optional.empty());
            }
            if (cause instanceof KubeException e) {
                return e.retriable()
                        ? new Outcome.Transient(
                                e.reason(), e.getMessage(), Outcome.Pace.FAST, e.retryAfter())
                        : new Outcome.Fatal(e.reason(), e.getMessage());
            }
        }
        return new Outcome.Transient(
                failure.getClass().getSimpleName(),
                message(failure),
                Outcome.Pace.SLOW,
                Optional.empty());
    }

    /**
     * Whether a failure is not worth showing on the object: a conflict or an unavailable API server
     * is over at a later try, and a process that is being stopped cannot write.
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
     * overlay: sets the outcome, and shows the failure on the object, whose old status would
     * otherwise stay although it may be wrong.
     *
     * @param show writes reason and text on the object; not called for failures that pass by
     *     themselves
     */
    public static void unforeseen(Exchange exchange, Shown show) {
        var failure = failure(exchange);
        var outcome = of(failure);
        set(exchange, outcome);
        if (!passing(failure)) {
            show.on(
                    ReconciliationExchange.object(exchange),
                    outcome.reason(),
                    isForTheOwner(outcome)
                            ? outcome.message()
                            : "a step of the operator failed: %s. The operator's log says more"
                                    .formatted(outcome.message()));
        }
    }

    /** Whether the message is for the object's owner, not for the operator's administrator. */
    private static boolean isForTheOwner(Outcome outcome) {
        return OverlayFailure.REASON.equals(outcome.reason())
                || Reconciliation.UNREADABLE.equals(outcome.reason())
                || WriteRefused.TOO_LARGE.equals(outcome.reason());
    }

    /** Shows a failure on an object. */
    @FunctionalInterface
    public interface Shown {
        /** Writes reason and text on the object. */
        void on(Map<String, Object> object, String reason, String text);
    }

    /**
     * The message of a failure, in one line. Conversion and parse errors of libraries quote the
     * value, which may be a secret: of these it gives only the type.
     */
    public static String text(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutcomeException known) {
                return Redactor.redact(known.outcome().message());
            }
            if (cause instanceof KubeException) {
                return Redactor.redact(String.valueOf(cause.getMessage()));
            }
        }
        return Redactor.redact(message(failure));
    }

    private static String message(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (holdsNamesOnly(cause)) {
                return line(cause);
            }
        }
        var type = failure.getClass().getName();
        return failure.getMessage() == null
                        || type.startsWith("org.apache.camel.")
                        || type.startsWith("com.fasterxml.")
                        || type.startsWith("org.yaml.")
                ? type
                : line(failure);
    }

    /**
     * Whether the message holds no values: mistakes in routes, which nobody can correct without the
     * name of the missing bean, method or endpoint, and errors of the virtual machine.
     */
    private static boolean holdsNamesOnly(Throwable failure) {
        return failure instanceof VirtualMachineError
                || failure instanceof LinkageError
                || failure instanceof MethodNotFoundException
                || failure instanceof NoSuchBeanException
                || failure instanceof DirectConsumerNotAvailableException
                || failure instanceof RegexTooSlow;
    }

    private static String line(Throwable failure) {
        var line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return failure.getClass().getName()
                + ": "
                + line.substring(0, Math.min(line.length(), LONGEST_MESSAGE));
    }
}
