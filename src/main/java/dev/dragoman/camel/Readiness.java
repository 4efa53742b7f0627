package dev.dragoman.camel;

import static java.util.stream.Collectors.toMap;

import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.EngineHealth.KindHealth;
import dev.dragoman.reconcile.EngineHealth.State;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides from the engine's health whether one capability is ready. A kind that cannot be watched
 * delays readiness for a while at the start, and never later: the other kinds shall be served, and
 * one missing right shall not block a rollout.
 */
final class Readiness {
    /**
     * As each reconciliation is limited in time, a key waits longer than this only if
     * reconciliations do not end or do not begin.
     */
    private static final Duration WAITED_TOO_LONG = Duration.ofMinutes(10);

    private Readiness() {}

    /**
     * Why the capability is not ready; empty when it is. A replica that waits for the Lease is
     * ready.
     *
     * @param subscription its kinds count, and those that the engine watches for all
     * @param wasReady whether the capability has been ready before
     * @param patience how long kinds delay readiness, from when the CRDs have been listed
     */
    static Optional<String> problem(
            EngineHealth health, String subscription, boolean wasReady, Duration patience) {
        if (!health.started()) {
            return Optional.of("the engine has not started");
        }
        var mine = mine(health, subscription);
        var blind =
                mine.stream()
                        .filter(KindHealth::definitions)
                        .filter(each -> each.state() != State.WATCHED)
                        .findFirst()
                        .or(() -> first(mine, State.SILENT));
        if (blind.isPresent()) {
            return blind.map(Readiness::text);
        }
        boolean patient = !wasReady && health.listedFor().compareTo(patience) < 0;
        if (patient) {
            var missing = first(mine, State.FAILING).or(() -> first(mine, State.LISTING));
            if (missing.isPresent()) {
                return missing.map(Readiness::text);
            }
            if (!health.discovered()) {
                return Optional.of("kinds are still being looked for");
            }
        }
        return health.waiting()
                .filter(key -> key.since().compareTo(WAITED_TOO_LONG) > 0)
                .map(Readiness::text)
                .or(health::election);
    }

    /** Kinds of the capability that cannot be watched, each with its error; sorted by kind. */
    static Map<String, String> failing(EngineHealth health, String subscription) {
        return mine(health, subscription).stream()
                .filter(each -> each.state() == State.FAILING)
                .collect(toMap(KindHealth::kind, KindHealth::error, (a, b) -> a, TreeMap::new));
    }

    private static List<KindHealth> mine(EngineHealth health, String subscription) {
        return health.kinds().stream()
                .filter(
                        each ->
                                each.subscription().isEmpty()
                                        || each.subscription().equals(subscription))
                .toList();
    }

    private static Optional<KindHealth> first(List<KindHealth> kinds, State state) {
        return kinds.stream()
                .filter(each -> each.state() == state)
                .min(Comparator.comparing(KindHealth::kind));
    }

    private static String text(EngineHealth.Waiting waiting) {
        return "%s has waited for its reconciliation for %d s"
                .formatted(waiting.key(), waiting.since().toSeconds());
    }

    private static String text(KindHealth kind) {
        if (!kind.error().isEmpty()) {
            return kind.kind() + ": " + kind.error();
        }
        return kind.kind()
                + (kind.synced() ? ": its watch is being opened again" : " is still being listed");
    }
}
