package dev.dragoman.reconcile;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How often objects of a kind are reconciled, where somebody has said it of the kind: in place of
 * what its subscriptions and the outcomes of its reconciliations say. Immutable.
 */
public final class Paces {
    /** Nothing is said of any kind. */
    public static final Paces NONE = new Paces(List.of(), List.of());

    private static final String ALL = "*.";

    /**
     * What is said of a kind, or of all kinds of a group, which gives way to what is said of the
     * kind.
     *
     * @param setting who says it, for people
     * @param kinds {@code KIND.GROUP}, of the core group {@code KIND}; or {@code *.GROUP}
     */
    public record Rule<T>(String setting, String kinds, T value) {}

    /**
     * How long a key that failed waits: the first time, doubling, up to the longest.
     *
     * @param first positive
     * @param longest not shorter than the first
     */
    public record Retry(Duration first, Duration longest) {
        public Retry {
            if (!first.isPositive() || longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "the first pause %s must be positive, and the longest %s no shorter"
                                .formatted(first, longest));
            }
        }
    }

    private final Map<String, Rule<Duration>> resyncs;
    private final Map<String, Rule<Retry>> retries;

    /**
     * @param resyncs longest time without a reconciliation of an object at rest; zero turns the
     *     resync off
     * @param retries pauses after failures, whatever pace they ask for
     * @throws IllegalStateException when two rules of a list are of the same kinds
     */
    public Paces(List<Rule<Duration>> resyncs, List<Rule<Retry>> retries) {
        this.resyncs = byKinds(resyncs);
        this.retries = byKinds(retries);
    }

    private static <T> Map<String, Rule<T>> byKinds(List<Rule<T>> rules) {
        return rules.stream().collect(toUnmodifiableMap(Rule::kinds, Function.identity()));
    }

    /** How often the key is compared with the outside world; zero for never. */
    Optional<Duration> resync(ObjectKey key) {
        return find(resyncs, key.group(), key.kind());
    }

    /** How the key is tried again after failures. */
    Optional<Retry> retry(ObjectKey key) {
        return find(retries, key.group(), key.kind());
    }

    /**
     * The same where nothing is said of the kind: as the pace of the failure has it.
     *
     * @param resync how often the key is compared otherwise; zero for never
     */
    Retry retry(ObjectKey key, Outcome.Pace pace, Duration resync) {
        return retry(key).orElseGet(() -> ofPace(pace, resync(key).orElse(resync)));
    }

    private static Retry ofPace(Outcome.Pace pace, Duration resync) {
        boolean byResync = pace == Outcome.Pace.WANING && resync.compareTo(Backoff.FIRST) > 0;
        return new Retry(Backoff.FIRST, byResync ? resync : pace.cap());
    }

    private static <T> Optional<T> find(Map<String, Rule<T>> rules, String group, String kind) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return Stream.of(group.isEmpty() ? kind : kind + "." + group, ALL + group)
                .map(rules::get)
                .filter(rule -> rule != null)
                .map(Rule::value)
                .findFirst();
    }

    /** What is said of kinds that are none of these, for people. */
    List<String> unused(Collection<GroupKind> present) {
        return Stream.<Rule<?>>concat(resyncs.values().stream(), retries.values().stream())
                .filter(rule -> present.stream().noneMatch(kind -> isOf(rule.kinds(), kind)))
                .map(
                        rule ->
                                "%s: no subscription reconciles %s, or the cluster has no such kind: what is set for it has no effect until one does"
                                        .formatted(rule.setting(), rule.kinds()))
                .sorted()
                .toList();
    }

    private static boolean isOf(String kinds, GroupKind kind) {
        return kinds.equals(ALL + kind.group())
                || kinds.equals(
                        kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group());
    }
}
