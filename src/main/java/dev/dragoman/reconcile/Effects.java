package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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

    /** A shorter time until the next reconciliation is no wait for anything. */
    private static final Duration AT_ONCE = Duration.ofMillis(10);

    private final Set<String> done = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Supplier<Optional<Duration>> brake;
    private Optional<Pause> pause = Optional.empty();
    private boolean counted;

    /**
     * The object is not reconciled for a while, because its reconciliations change something again
     * and again.
     *
     * @param time how long
     * @param effects some of what this reconciliation has changed
     */
    public record Pause(Duration time, List<String> effects) {
        public Pause {
            effects = List.copyOf(effects);
        }
    }

    /**
     * @param brake counts the reconciliation as one that has changed something, and returns the
     *     pause that begins
     */
    Effects(Supplier<Optional<Duration>> brake) {
        this.brake = brake;
    }

    /**
     * Reports an effect of the reconciliation on this thread.
     *
     * @param what for people, without secrets, such as {@code apply Secret ns/name}
     */
    public static void made(String what) {
        if (RUNNING.isBound()) {
            RUNNING.get().add(what);
        }
    }

    /**
     * Reports how the reconciliation on this thread ends. One that comes again at once counts as an
     * effect: it has changed what the next one begins with.
     */
    public static void ends(Outcome outcome) {
        if (RUNNING.isBound()) {
            RUNNING.get().ended(outcome);
        }
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

    void ended(Outcome outcome) {
        boolean again =
                switch (outcome) {
                    case Outcome.RequeueAfter(var after) -> after.compareTo(AT_ONCE) < 0;
                    case Outcome.Pending(var after) -> after.compareTo(AT_ONCE) < 0;
                    default -> false;
                };
        if (again) {
            add("come again at once");
        }
    }

    private void add(String what) {
        if (done.size() < NAMED) {
            done.add(what);
        }
    }

    /** As {@link #pause}. Counts the reconciliation once. */
    synchronized Optional<Pause> braked() {
        if (!counted && !done.isEmpty()) {
            counted = true;
            pause = brake.get().map(time -> new Pause(time, List.copyOf(done)));
        }
        return pause;
    }
}
