package dev.dragoman.reconcile;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What the running reconciliation has changed besides the state that its object shows. Whoever
 * writes, deletes or sends something reports it here. What only changes the object's status or
 * finalizers, and Events, are no effects. Thread-safe.
 */
public final class Effects {
    private static final ScopedValue<Effects> RUNNING = ScopedValue.newInstance();

    /** Maximum number of effects that are named. */
    private static final int NAMED = 3;

    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final Set<String> altered = ConcurrentHashMap.newKeySet();
    private final Supplier<Optional<Instant>> brake;
    private Optional<Pause> pause = Optional.empty();
    private boolean counted;

    /**
     * The object is not reconciled for a while, because its reconciliations change something again
     * and again.
     *
     * @param until end of the pause
     * @param effects some of what this reconciliation has changed
     */
    public record Pause(Instant until, List<String> effects) {}

    /**
     * @param brake counts the reconciliation as one that has changed something, and returns the end
     *     of the pause that begins
     */
    Effects(Supplier<Optional<Instant>> brake) {
        this.brake = brake;
    }

    /**
     * Reports an effect of the reconciliation on this thread.
     *
     * @param what for people, without secrets, such as {@code apply Secret ns/name}
     */
    public static void made(String what) {
        if (RUNNING.isBound() && RUNNING.get().made.size() < NAMED) {
            RUNNING.get().made.add(what);
        }
    }

    /**
     * Reports that the API server keeps other values than the reconciliation on this thread has
     * applied.
     *
     * @param what object and fields, without values
     */
    public static void altered(String what) {
        if (RUNNING.isBound() && RUNNING.get().altered.size() < NAMED) {
            RUNNING.get().altered.add(what);
        }
    }

    /** What {@link #altered} was told in the reconciliation on this thread, sorted. */
    public static List<String> altered() {
        return RUNNING.isBound() ? RUNNING.get().altered.stream().sorted().toList() : List.of();
    }

    /** The pause that begins after the reconciliation on this thread; empty when none begins. */
    public static Optional<Pause> pause() {
        return RUNNING.isBound() ? RUNNING.get().braked() : Optional.empty();
    }

    /** The work, whose effects on another thread count as those of the current thread. */
    static <T> Callable<T> carried(Callable<T> work) {
        return RUNNING.isBound() ? RUNNING.get().of(work) : work;
    }

    /** The work, whose effects count here. */
    <T> Callable<T> of(Callable<T> work) {
        return () -> ScopedValue.where(RUNNING, this).call(work::call);
    }

    /** As {@link #pause}. Counts the reconciliation once. */
    synchronized Optional<Pause> braked() {
        if (!counted && !made.isEmpty()) {
            counted = true;
            pause = brake.get().map(until -> new Pause(until, List.copyOf(made)));
        }
        return pause;
    }
}
