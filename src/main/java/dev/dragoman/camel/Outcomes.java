package dev.dragoman.camel;

import dev.dragoman.camel.https.HttpsFailed;
import dev.dragoman.capability.LineFault;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.WriteRefused;
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

/** Reads from a processed exchange how its reconciliation ended. */
public final class Outcomes {
    /** Header or property in which a route says how the reconciliation ended. */
    public static final String OUTCOME = "CamelKubernetesReconcileOutcome";

    /** Of a reconciliation whose route stopped before the step that says how it ended. */
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

    /** An exception wins over what the route says; a route that says nothing is done. */
    public static Outcome of(Exchange exchange) {
        if (exchange.getException() != null) {
            return of(exchange.getException());
        }
        var said = said(exchange);
        return said instanceof Outcome outcome ? outcome : parse(said);
    }

    /**
     * The reconciliation has failed until a step says how it ended: no route claims success by
     * stopping.
     */
    public static void begin(Exchange exchange) {
        exchange.setProperty(OUTCOME, UNFINISHED);
    }

    /** Whether a step has decided the outcome, and so has written down and logged what it found. */
    public static boolean isOfAStep(Exchange exchange) {
        var said = said(exchange);
        return failure(exchange) == null && said instanceof Outcome && !UNFINISHED.equals(said);
    }

    /** What was thrown, whether or not the route caught it; null when nothing was. */
    public static Throwable failure(Exchange exchange) {
        return exchange.getException() != null
                ? exchange.getException()
                : exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    }

    private static Object said(Exchange exchange) {
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
     * Classes are decided where the exception was thrown; here they are only carried on, and values
     * of Secrets taken out of the message.
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
                // whoever gives the right back does nothing that would wake the object
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
     * Whether a failure is no news for the object's owner: a conflict, an API server that is away,
     * a process that ends. Over at the next try, or nothing can be written.
     */
    private static boolean passing(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubeException kube) {
                return kube.retriable() || kube instanceof ObjectGone;
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
     * What a controller does when a step failed in a way that no decision foresaw: a missing right,
     * a broken overlay. What the object says would stay otherwise, though nobody keeps it true.
     *
     * @param show writes reason and text on the object; not called for what passes by itself
     */
    public static void unforeseen(Exchange exchange, Shown show) {
        var failure = failure(exchange);
        var outcome = of(failure);
        exchange.setProperty(OUTCOME, outcome);
        if (!passing(failure)) {
            show.on(
                    ReconciliationExchange.object(exchange),
                    outcome.reason(),
                    says(outcome)
                            ? outcome.message()
                            : "a step of the operator failed: %s. Its log says more"
                                    .formatted(outcome.message()));
        }
    }

    /** Whether the message is for whoever owns the object, and not for who runs the operator. */
    private static boolean says(Outcome outcome) {
        return OverlayFailure.REASON.equals(outcome.reason())
                || Reconciliation.UNREADABLE.equals(outcome.reason())
                || WriteRefused.TOO_LARGE.equals(outcome.reason());
    }

    /** How a controller shows a failure on an object. */
    @FunctionalInterface
    public interface Shown {
        /** Shows it. */
        void on(Map<String, Object> object, String reason, String text);
    }

    /**
     * What a failure says, in one line. Conversion and parse errors of libraries quote the value,
     * which may be a secret: of those it is the type alone.
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
     * Mistakes of routes, which nobody can mend without the name of what is missing, and errors of
     * the virtual machine.
     */
    private static boolean holdsNamesOnly(Throwable failure) {
        return failure instanceof VirtualMachineError
                || failure instanceof LinkageError
                || failure instanceof MethodNotFoundException
                || failure instanceof NoSuchBeanException
                || failure instanceof DirectConsumerNotAvailableException;
    }

    private static String line(Throwable failure) {
        var line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return failure.getClass().getName()
                + ": "
                + line.substring(0, Math.min(line.length(), LONGEST_MESSAGE));
    }
}
