package dev.dragoman.azure.arm;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.reconcile.Acting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers which limits of Azure are used up, and until when requests that count against them are
 * held back. All workers share it, so a 429 answer to one worker stops all of them. When a limit
 * opens again, each namespace that was held back sends one request first. So a namespace with
 * thousands of requests does not use the limit up again before the others come. Thread-safe.
 */
public final class Throttle {
    /** How long a limit counts as used up if the answer has no Retry-After. */
    private static final Duration USUAL = Duration.ofSeconds(10);

    /** How long the others wait for a namespace that was held back and does not come again. */
    static final Duration GRACE = Duration.ofSeconds(5);

    /** When a request looks again that waits for other namespaces. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final InstantSource steady;
    private final Map<String, Gate> gates = new HashMap<>();

    /** A limit that is used up, or was until a moment ago. */
    private static final class Gate {
        /** When requests may be sent again. */
        private Instant until = Instant.MIN;

        /** Error code of the 429 answer. */
        private String code = "";

        /** Namespaces that were held back, and have sent nothing since. */
        private final Set<String> waiting = new HashSet<>();

        private boolean isOver(Instant now) {
            return !now.isBefore(until.plus(GRACE)) || (waiting.isEmpty() && !until.isAfter(now));
        }

        /** How long a request of the namespace must wait; empty if it may be sent now. */
        private Optional<Duration> left(String namespace, Instant now) {
            if (until.isAfter(now)) {
                waiting.add(namespace);
                return Optional.of(Duration.between(now, until));
            }
            return waiting.contains(namespace) ? Optional.empty() : Optional.of(SOON);
        }
    }

    private record Held(Duration left, Gate gate) {
        Answer answer() {
            return Answer.held(
                    Answer.THROTTLED,
                    "nothing was sent: Azure answered %s to an earlier request that counts against the same limit"
                            .formatted(gate.code),
                    left);
        }
    }

    /**
     * @param steady clock that never goes back
     */
    public Throttle(InstantSource steady) {
        this.steady = steady;
    }

    /**
     * Why a request of this thread's namespace must wait; empty when it may be sent now.
     *
     * @param limits limits that the request counts against
     */
    public synchronized Optional<Answer> held(Set<String> limits) {
        var now = steady.instant();
        var namespace = Acting.namespace();
        var all = limits.stream().map(gates::get).filter(Objects::nonNull).toList();
        var held =
                all.stream()
                        .filter(gate -> !gate.isOver(now))
                        .flatMap(
                                gate ->
                                        gate.left(namespace, now).stream()
                                                .map(left -> new Held(left, gate)))
                        .max(Comparator.comparing(Held::left));
        if (held.isEmpty()) {
            all.forEach(gate -> gate.waiting.remove(namespace));
        }
        return held.map(Held::answer);
    }

    /**
     * Notes that a limit is used up.
     *
     * @param retryAfter time in the answer's Retry-After, or empty
     * @param code error code of the 429 answer
     */
    public synchronized void close(String limit, Optional<Duration> retryAfter, String code) {
        var now = steady.instant();
        gates.values().removeIf(each -> each.isOver(now));
        var gate = gates.computeIfAbsent(limit, any -> new Gate());
        gate.waiting.add(Acting.namespace());
        var until = now.plus(retryAfter.orElse(USUAL));
        if (until.isAfter(gate.until)) {
            gate.until = until;
            gate.code = code;
        }
    }
}
