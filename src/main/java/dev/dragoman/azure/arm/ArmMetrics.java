package dev.dragoman.azure.arm;

import dev.dragoman.azure.decision.Answer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Metrics of the requests to Azure: number and duration by class and status, and the remaining
 * quota that Azure reports. Thread-safe.
 */
public final class ArmMetrics {
    /**
     * Names of the quotas that Azure reports: without {@code global} for one instance of ARM, with
     * {@code global} for the whole subscription.
     */
    private static final List<String> QUOTAS =
            List.of(
                    "reads",
                    "writes",
                    "deletes",
                    "global-reads",
                    "global-writes",
                    "global-deletes");

    private static final String QUOTA_HEADER = "x-ms-ratelimit-remaining-subscription-";

    private final MeterRegistry registry;
    private final Map<Tags, AtomicLong> remaining = new ConcurrentHashMap<>();

    public ArmMetrics(MeterRegistry registry) {
        this.registry = registry;
        // registered at the start: otherwise Prometheus would not see the first held request as an
        // increase
        List.of("read", "write", "delete").forEach(this::held);
    }

    /** Records one request, its status and its duration, also if it could not be sent. */
    void sent(ArmRequest request, Answer answer, Duration took) {
        var status =
                answer.status() > 0
                        ? Integer.toString(answer.status())
                        : answer.error().map(Answer.Failure::code).orElse("none");
        Timer.builder("dragoman_arm_request_duration")
                .tags("class", operation(request.method()), "status", status)
                .description("Requests to Azure Resource Manager, by class and status or error")
                .register(registry)
                .record(took);
    }

    /** Counts one request that was held back, because Azure had asked to wait. */
    void held(ArmRequest request) {
        held(operation(request.method())).increment();
    }

    private Counter held(String operation) {
        return Counter.builder("dragoman_arm_held")
                .tag("class", operation)
                .description("Requests held back because Azure had asked to wait")
                .register(registry);
    }

    /**
     * Counts one repair: the operator has sent a resource again that was changed or deleted in
     * Azure.
     *
     * @param kind {@code Kind.group}
     */
    public void repaired(String kind) {
        Counter.builder("dragoman_drift_repaired")
                .tag("kind", kind)
                .description("Resources that were changed or deleted in Azure and sent again")
                .register(registry)
                .increment();
    }

    /** Records the remaining quotas of a subscription from the headers of an answer. */
    void quota(String subscription, UnaryOperator<String> header) {
        for (var quota : QUOTAS) {
            var value = header.apply(QUOTA_HEADER + quota);
            if (value != null && value.matches("\\d{1,12}")) {
                var tags = Tags.of("subscription", subscription, "quota", quota);
                remaining
                        .computeIfAbsent(
                                tags,
                                t ->
                                        registry.gauge(
                                                "dragoman_arm_quota_remaining",
                                                t,
                                                new AtomicLong()))
                        .set(Long.parseLong(value));
            }
        }
    }

    /** The class of a request; each class has its own quota in Azure. */
    private static String operation(String method) {
        return switch (method) {
            case "GET", "HEAD" -> "read";
            case "DELETE" -> "delete";
            default -> "write";
        };
    }
}
