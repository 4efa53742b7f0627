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

/** Finds the addresses of the host names of CDTargets, where that is turned on. Thread-safe. */
interface HostTargets extends AutoCloseable {
    /**
     * The addresses that are known now.
     *
     * @param policy the live policy, which remembers the open addresses; empty where there is none
     * @return empty where names are not resolved
     */
    Optional<Resolution> of(
            ObjectKey key, CdTarget target, Optional<Map<String, Object>> policy, Guard guard);

    /** Time until the next address is to be closed; empty where none is. */
    default Optional<Duration> again(Optional<Resolution> known) {
        return Optional.empty();
    }

    /** Forgets a target that is gone, or that lists no names any more. */
    default void forget(ObjectKey key) {}

    @Override
    default void close() {}

    /** The administrator has not turned it on. */
    static HostTargets off() {
        return (key, target, policy, guard) -> Optional.empty();
    }

    /** There is no cluster, so nobody knows whether it is turned on. */
    static HostTargets offline() {
        return (key, target, policy, guard) -> Optional.of(Resolution.UNASKED);
    }

    /** Asks the DNS. */
    static HostTargets asking(HostAnswers answers, Duration overlap, InstantSource clock) {
        return new Asking(answers, overlap, clock);
    }

    /** Combines the answers of the DNS with the addresses that were open before. */
    record Asking(HostAnswers answers, Duration overlap, InstantSource clock)
            implements HostTargets {
        /** The shortest time, as one that is over would requeue without a pause. */
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
