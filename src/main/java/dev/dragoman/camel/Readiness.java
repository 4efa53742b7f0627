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
 * Decides from the engine's health whether one subscription is ready. A kind that cannot be watched
 * delays readiness for a limited time after the start, and never later. So the other kinds are
 * served, and one missing right does not block a rollout.
 */
final class Readiness {
    /**
     * Each reconciliation has a time limit. So if a key waits longer than this, reconciliations do
     * not begin or do not end.
     */
    private static final Duration WAITED_TOO_LONG = Duration.ofMinutes(10);

    private Readiness() {}

    /**
     * Why the subscription is not ready; empty when it is ready. A replica that waits for the Lease
     * is ready.
     *
     * @param subscription name of the subscription; its kinds count, and those that the engine
     *     watches for all subscriptions
     * @param wasReady whether the subscription has been ready before
     * @param patience longest time by which kinds delay readiness; counted from the time at which
     *     the CRDs are known
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
                return Optional.of(
                        "the operator is still finding out which kinds the API server serves");
            }
        }
        return health.waiting()
                .filter(key -> key.since().compareTo(WAITED_TOO_LONG) > 0)
                .map(Readiness::text)
                .or(health::election);
    }

    /** Kinds of the subscription that cannot be watched, with the error of each; sorted by kind. */
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
                + (kind.synced()
                        ? ": its watch is being opened again"
                        : ": its first list is not complete");
    }
}
