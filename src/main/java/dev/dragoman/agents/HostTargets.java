package dev.dragoman.agents;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.Guard;
import dev.dragoman.agents.decision.Hosts;
import dev.dragoman.agents.decision.Resolution;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where host names of CDTargets are, as far as the administrator has that asked. Thread-safe. */
interface HostTargets extends AutoCloseable {
    /**
     * What is known now.
     *
     * @param policy the live policy, which remembers what was open; empty where there is none
     * @return empty where names are not resolved
     */
    Optional<Resolution> of(
            ObjectKey key, CdTarget target, Optional<Map<String, Object>> policy, Guard guard);

    /** Time until the next address is to be closed; empty where none is. */
    default Optional<Duration> again(Optional<Resolution> known) {
        return Optional.empty();
    }

    /** The target is gone, or lists no names any more. */
    default void forget(ObjectKey key) {}

    @Override
    default void close() {}

    /** Nobody is asked, by the administrator's will. */
    static HostTargets off() {
        return (key, target, policy, guard) -> Optional.empty();
    }

    /** There is nobody to ask, and it is not known whether somebody would. */
    static HostTargets offline() {
        return (key, target, policy, guard) -> Optional.of(Resolution.UNASKED);
    }

    /** The DNS is asked. */
    static HostTargets asking(HostAnswers answers, Duration overlap, InstantSource clock) {
        return new Asking(answers, overlap, clock);
    }

    /** Answers of the DNS, and what was open before. */
    record Asking(HostAnswers answers, Duration overlap, InstantSource clock)
            implements HostTargets {
        /** One that is due is not looked at again and again. */
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
