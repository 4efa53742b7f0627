package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.AzureCodes;
import dev.dragoman.azure.catalog.ErrorClass;
import dev.dragoman.azure.catalog.ErrorRule;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A reason why an object is not Ready, found before or after a request to Azure.
 *
 * @param reason condition reason
 * @param message what was tried, why it failed, what to do
 * @param retry pace of retries; after a change of the object, or of an object that it refers to,
 *     the next try comes at once
 * @param notBefore Azure's Retry-After, or empty
 * @param quoted whether the message quotes an answer of Azure
 */
public record Problem(
        String reason,
        Severity severity,
        String message,
        Retry retry,
        Optional<Duration> notBefore,
        boolean quoted) {
    /** Pace of retries. */
    public enum Retry {
        FAST,
        SLOW,
        /** When the limit opens that held the request back. That is no failure. */
        HELD,
        /** With pauses that grow up to the sync period. */
        WANING,
        SYNC_PERIOD;

        /**
         * Text that says when the next try comes.
         *
         * @param longest longest pause, if the kind's setting limits it
         */
        String told(Optional<Duration> notBefore, Optional<Duration> longest) {
            return switch (this) {
                case FAST -> told(notBefore, longest.orElse(Outcome.Pace.FAST.cap()));
                case SLOW -> told(notBefore, longest.orElse(Outcome.Pace.SLOW.cap()));
                case HELD ->
                        "tried again after %d s"
                                .formatted(Math.max(1, seconds(notBefore.orElseThrow())));
                case WANING ->
                        notBefore.isPresent() || longest.isPresent()
                                ? told(notBefore, longest.orElse(Outcome.Pace.WANING.cap()))
                                : "tried again soon, then with growing pauses up to the sync period, and at once after an edit";
                case SYNC_PERIOD -> "tried again after the sync period, and at once after an edit";
            };
        }

        private static String told(Optional<Duration> notBefore, Duration longest) {
            return notBefore
                    .filter(Duration::isPositive)
                    .map(after -> "tried again after %d s, as Azure asks".formatted(seconds(after)))
                    .orElseGet(() -> "tried again within %d s".formatted(seconds(longest)));
        }

        /** The whole seconds, rounded up: the next try never comes before the time that is told. */
        private static long seconds(Duration duration) {
            return duration.plusSeconds(1).minusNanos(1).toSeconds();
        }
    }

    /** A problem whose message quotes no answer of Azure. */
    public Problem(
            String reason,
            Severity severity,
            String message,
            Retry retry,
            Optional<Duration> notBefore) {
        this(reason, severity, message, retry, notBefore, false);
    }

    private static final String NOT_SERVED = "NotServed";

    private static final String ELSEWHERE =
            ". Azure has no such resource at this place, so its name is taken elsewhere. Write another azureName, or operatorSpec.namingConvention: random if the kind has it";

    private static final String UNCHANGEABLE =
            ". Azure does not change %s in a resource that exists. Write the former value again, or delete the object and apply it again. Azure then deletes the resource, with all that it holds, and makes a new one. With the policy detach-on-delete, delete the resource in Azure yourself";

    /**
     * The problem of a kind that this operator cannot serve.
     *
     * @param kind {@code Kind.group}
     * @param held whether a finalizer of Azure Service Operator keeps the object from being deleted
     */
    public static Problem notServed(String kind, boolean held) {
        return error(
                NOT_SERVED,
                "%s is no resource of Azure Resource Manager, and this version of Dragoman does not serve the kind. Dragoman does nothing for the object, and deletes nothing that another operator made for it%s"
                        .formatted(
                                kind,
                                held
                                        ? ". To delete the object, set its annotation serviceoperator.azure.com/reconcile-policy to detach-on-delete first"
                                        : ""));
    }

    /**
     * Whether the operator also cannot delete what the object has in Azure, so that the object must
     * keep its finalizer.
     */
    boolean keepsFinalizer() {
        return NOT_SERVED.equals(reason);
    }

    /** The problem of a dependency that does not exist or is not ready yet. */
    public static Problem waiting(String reason, String message) {
        return new Problem(reason, Severity.WARNING, message, Retry.FAST, Optional.empty());
    }

    /** A problem that somebody removes without an event that tells it, so it is tried again. */
    public static Problem slow(String reason, String message) {
        return new Problem(reason, Severity.WARNING, message, Retry.SLOW, Optional.empty());
    }

    /** A problem that only a human can correct. */
    public static Problem error(String reason, String message) {
        return new Problem(reason, Severity.ERROR, message, Retry.SYNC_PERIOD, Optional.empty());
    }

    /**
     * The problem that an error answer of Azure means.
     *
     * @param rules those of the object's kind
     * @param doing what was tried, for example {@code create X}
     * @param longest longest pause between tries, if the kind's setting limits it
     * @param settled whether Azure has accepted the same body before
     */
    public static Problem of(
            Answer answer,
            List<ErrorRule> rules,
            String doing,
            Optional<Duration> longest,
            boolean settled) {
        return of(answer, rules, doing, longest, settled, List.of(), false);
    }

    /**
     * The problem of a change that Azure refused.
     *
     * @param fixed paths that the body would change, although Azure never changes them
     * @param absent whether Azure has no resource with the object's id
     */
    static Problem of(
            Answer answer,
            List<ErrorRule> rules,
            String doing,
            Optional<Duration> longest,
            boolean settled,
            List<String> fixed,
            boolean absent) {
        var failure = answer.error().orElseThrow();
        var byCode = clazz(answer, failure, rules);
        // a SLOW error may pass; if a fixed field is wrong too, Azure reports that in a later
        // answer
        var clazz = fixed.isEmpty() || byCode == ErrorClass.SLOW ? byCode : ErrorClass.FATAL;
        var severity = clazz == ErrorClass.FATAL ? Severity.ERROR : Severity.WARNING;
        var retry =
                switch (clazz) {
                    case SLOW -> Retry.SLOW;
                    case UNKNOWN -> settled ? Retry.SYNC_PERIOD : Retry.WANING;
                    case VERY_SLOW, FATAL -> Retry.SYNC_PERIOD;
                };
        return told(answer, doing, severity, retry, longest, advice(failure, retry, fixed, absent));
    }

    private static ErrorClass clazz(Answer answer, Answer.Failure failure, List<ErrorRule> rules) {
        return switch (failure.code()) {
            case Answer.UNREACHABLE, Answer.AUTHENTICATION -> ErrorClass.SLOW;
            default ->
                    answer.throttled()
                            ? ErrorClass.SLOW
                            : ErrorClass.of(
                                    answer.status(), failure.code(), failure.message(), rules);
        };
    }

    /** As {@link #passing(Answer, String, Optional)}, without a limit of the kind for pauses. */
    public static Problem passing(Answer answer, String doing) {
        return passing(answer, doing, Optional.empty());
    }

    /** A warning about a failed request that is tried again, whatever error Azure answered. */
    public static Problem passing(Answer answer, String doing, Optional<Duration> longest) {
        return told(answer, doing, Severity.WARNING, Retry.SLOW, longest, "");
    }

    private static Problem told(
            Answer answer,
            String doing,
            Severity severity,
            Retry retry,
            Optional<Duration> longest,
            String advice) {
        var failure = answer.error().orElseThrow();
        var pace = answer.held() ? Retry.HELD : retry;
        var correlation =
                answer.correlationId().isEmpty()
                        ? ""
                        : " (correlation id " + answer.correlationId() + ")";
        return new Problem(
                failure.code().isEmpty() ? "UnknownError" : failure.code(),
                severity,
                "%s: %s%s; %s%s"
                        .formatted(
                                doing,
                                failure.message(),
                                correlation,
                                pace.told(answer.retryAfter(), longest),
                                advice),
                pace,
                answer.retryAfter(),
                true);
    }

    private static String advice(
            Answer.Failure failure, Retry retry, List<String> fixed, boolean absent) {
        if (!fixed.isEmpty()) {
            return UNCHANGEABLE.formatted(String.join(", ", fixed));
        }
        if (!AzureCodes.unchangeable(failure.code(), failure.message())) {
            return "";
        }
        return absent
                ? ELSEWHERE
                : retry == Retry.SYNC_PERIOD ? UNCHANGEABLE.formatted("this") : "";
    }

    /** The condition that shows this problem. */
    public ReadyCondition condition(long generation) {
        return new ReadyCondition(false, severity, reason, message, generation, quoted);
    }

    /** The outcome for the work queue. */
    public Outcome outcome() {
        return switch (retry) {
            case FAST -> new Outcome.Transient(reason, message, Outcome.Pace.FAST, notBefore);
            case SLOW -> new Outcome.Transient(reason, message, Outcome.Pace.SLOW, notBefore);
            case HELD -> new Outcome.Transient(reason, message, Outcome.Pace.HELD, notBefore);
            case WANING -> new Outcome.Transient(reason, message, Outcome.Pace.WANING, notBefore);
            case SYNC_PERIOD -> new Outcome.Fatal(reason, message);
        };
    }

    /** Whether a dependency is missing; then a running operation is still polled. */
    boolean dependency() {
        return retry == Retry.FAST;
    }

    Problem asWarning() {
        var pace = retry == Retry.HELD ? retry : Retry.SLOW;
        return new Problem(reason, Severity.WARNING, message, pace, notBefore, quoted);
    }
}
