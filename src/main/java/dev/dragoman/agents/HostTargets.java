package dev.dragoman.agents;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.egress.Guard;
import dev.dragoman.agents.decision.egress.Hosts;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves the host names of CDTargets, if the administrator has turned that on. Thread-safe. */
interface HostTargets extends AutoCloseable {
    /**
     * The addresses that are known now for the host names of a target.
     *
     * @param policy the live NetworkPolicy, whose annotation lists the open addresses; empty if
     *     there is none
     * @return empty if host names are not resolved
     */
    Optional<Resolution> of(
            ObjectKey key, CdTarget target, Optional<Map<String, Object>> policy, Guard guard);

    /** Time until the next address has to be closed; empty if no address has to be closed. */
    default Optional<Duration> again(Optional<Resolution> known) {
        return Optional.empty();
    }

    /** Stops the lookups for a target that is deleted or lists no host names any more. */
    default void forget(ObjectKey key) {}

    @Override
    default void close() {}

    /** For a cluster whose administrator has not turned on the resolution of host names. */
    static HostTargets off() {
        return (key, target, policy, guard) -> Optional.empty();
    }

    /** For a cluster whose administrator has turned on the resolution: asks the DNS. */
    static HostTargets asking(HostAnswers answers, Duration overlap, InstantSource clock) {
        return new Asking(answers, overlap, clock);
    }

    /** Combines the answers of the DNS with the addresses that were open before. */
    record Asking(HostAnswers answers, Duration overlap, InstantSource clock)
            implements HostTargets {
        /** Shortest time until a requeue: a time in the past would requeue without a pause. */
        private static final Duration SOON = Duration.ofSeconds(1);

        @Override
        public Optional<Resolution> of(
                ObjectKey key, CdTarget target, Optional<Map<String, Object>> policy, Guard guard) {
            return Optional.of(
                    Resolution.of(
                            policy.map(Hosts::of).orElse(Hosts.NONE),
                            answers.of(key, target.hosts()),
                            guard,
                            clock.instant(),
                            overlap));
        }

        @Override
        public Optional<Duration> again(Optional<Resolution> known) {
            return known.flatMap(each -> each.hosts().nextEnd())
                    .map(end -> Duration.between(clock.instant(), end))
                    .map(left -> left.compareTo(SOON) < 0 ? SOON : left);
        }

        @Override
        public void forget(ObjectKey key) {
            var _ = answers.of(key, List.of());
        }

        @Override
        public void close() {
            answers.close();
        }
    }
}
