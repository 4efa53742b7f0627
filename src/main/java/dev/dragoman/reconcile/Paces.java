package dev.dragoman.reconcile;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.dragoman.reconcile.queue.Backoff;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Resync periods and retry pauses that are set by kind. They replace those of subscriptions and of
 * outcomes. Immutable.
 */
public final class Paces {
    /** Nothing is set for any kind. */
    public static final Paces NONE = new Paces(List.of(), List.of());

    /** In place of a kind: all kinds that no other rule is for. */
    public static final String EVERY = "*";

    private static final String ALL = "*.";

    /**
     * A setting for a kind, or for all kinds of a group. A setting for the kind wins.
     *
     * @param setting name of the setting, for messages
     * @param kinds {@code KIND.GROUP}, or {@code KIND} in the core group, or {@code *.GROUP}, or
     *     {@link #EVERY}
     */
    public record Rule<T>(String setting, String kinds, T value) {}

    /**
     * Pauses of a key that fails: the first, then doubled each time up to the longest.
     *
     * @param first positive
     * @param longest not shorter than the first
     */
    public record Retry(Duration first, Duration longest) {
        public Retry {
            if (!first.isPositive() || longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "the first pause %s must be positive, and the longest pause %s not shorter"
                                .formatted(first, longest));
            }
        }
    }

    private final Map<String, Rule<Duration>> resyncs;
    private final Map<String, Rule<Retry>> retries;

    /**
     * @param resyncs longest time without a reconciliation of an object at rest; zero turns the
     *     resync off
     * @param retries pauses after failures, whatever the outcome's pace
     * @throws IllegalStateException when two rules of a list are for the same kinds
     */
    public Paces(List<Rule<Duration>> resyncs, List<Rule<Retry>> retries) {
        this.resyncs = byKinds(resyncs);
        this.retries = byKinds(retries);
    }

    private static <T> Map<String, Rule<T>> byKinds(List<Rule<T>> rules) {
        return rules.stream().collect(toUnmodifiableMap(Rule::kinds, Function.identity()));
    }

    /** Resync period that is set for the key's kind; zero for never. */
    public Optional<Duration> resync(ObjectKey key) {
        return find(resyncs, key.group(), key.kind());
    }

    /** Pauses that are set for the key's kind. */
    public Optional<Retry> retry(ObjectKey key) {
        return find(retries, key.group(), key.kind());
    }

    /**
     * Pauses that are set for the key's kind, else those of the outcome's pace.
     *
     * @param resync resync period of the subscription, which counts where no period is set for the
     *     kind; zero for never
     */
    public Retry retry(ObjectKey key, Outcome.Pace pace, Duration resync) {
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
        return Stream.of(group.isEmpty() ? kind : kind + "." + group, ALL + group, EVERY)
                .map(rules::get)
                .filter(rule -> rule != null)
                .map(Rule::value)
                .findFirst();
    }

    /** One warning for each setting whose kinds are not among {@code present}. */
    public List<String> unused(Collection<GroupKind> present) {
        return Stream.<Rule<?>>concat(resyncs.values().stream(), retries.values().stream())
                .filter(rule -> present.stream().noneMatch(kind -> isOf(rule.kinds(), kind)))
                .map(
                        rule ->
                                "%s: no route reconciles %s, or the cluster has no such kind. The setting has no effect until a route reconciles the kind and the cluster has it"
                                        .formatted(rule.setting(), rule.kinds()))
                .sorted()
                .toList();
    }

    private static boolean isOf(String kinds, GroupKind kind) {
        return kinds.equals(EVERY)
                || kinds.equals(ALL + kind.group())
                || kinds.equals(
                        kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group());
    }
}
