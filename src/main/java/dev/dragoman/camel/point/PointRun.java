package dev.dragoman.camel.point;

import dev.dragoman.camel.OwnState;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;

/**
 * One run of an extension point. The exchange copies on which its steps work have it as {@link
 * OwnState}, so that beans can reach it, and no step can remove it. Thread-safe.
 */
public final class PointRun {
    private final PointStep step;
    private final AtomicReference<Verdict> verdict = new AtomicReference<>();
    private final AtomicBoolean twice = new AtomicBoolean();
    private final Set<List<String>> changed = ConcurrentHashMap.newKeySet();
    private final List<Object> added = new CopyOnWriteArrayList<>();
    private final AtomicReference<Map<String, List<String>>> signed = new AtomicReference<>();
    private volatile boolean expired;
    private volatile boolean ended;
    private NamedNode begun;
    private NamedNode failed;
    private NamedNode left;
    private Throwable failure;
    private Object body;

    PointRun(PointStep step) {
        this.step = step;
    }

    /**
     * The run that the exchange belongs to.
     *
     * @param bean name of the calling bean, for the message
     * @throws IllegalStateException outside of an extension point
     */
    static PointRun of(Exchange exchange, String bean) {
        var run = OwnState.get(exchange, PointRun.class);
        if (run.isEmpty()) {
            throw new IllegalStateException(
                    "bean '%s' works only in files POINT.NAME.steps.yaml and kamelets of a point"
                            .formatted(bean));
        }
        return run.get();
    }

    PointStep step() {
        return step;
    }

    /** Sets the verdict, which ends the point. For a second one see {@link #contradicted}. */
    void judge(Verdict now, Exchange exchange) {
        if (ended) {
            throw new IllegalStateException("the point has ended, so this verdict comes too late");
        }
        if (!verdict.compareAndSet(null, now)) {
            twice.set(true);
        }
        exchange.setRouteStop(true);
    }

    /** Adds an object, for a bean. */
    void add(Object object) {
        added.add(object);
    }

    /** Objects that beans have added. */
    List<Object> added() {
        return List.copyOf(added);
    }

    /**
     * Sets a signed certificate, for a bean.
     *
     * @throws IllegalStateException when another step has done so
     */
    void sign(List<String> chain, List<String> roots) {
        if (!signed.compareAndSet(null, Map.of("chain", chain, "roots", roots))) {
            throw new IllegalStateException("another step has handed over a signature already");
        }
    }

    /** The signed certificate, with the keys {@code chain} and {@code roots}; empty without one. */
    Map<String, List<String>> signed() {
        return signed.get() == null ? Map.of() : signed.get();
    }

    /** Records that a bean changes the value at a path. */
    void change(List<String> path) {
        changed.add(List.copyOf(path));
    }

    /** Paths that beans have changed. */
    Set<List<String>> changed() {
        return Set.copyOf(changed);
    }

    Optional<Verdict> verdict() {
        return Optional.ofNullable(verdict.get());
    }

    /** Whether there was a second verdict, which is a mistake. */
    boolean contradicted() {
        return twice.get();
    }

    /** Ends the run: nobody waits for its result any more. */
    void end() {
        ended = true;
    }

    /** Declares the run's time over: steps that still run end before the next step. */
    void expire() {
        expired = true;
    }

    /** Whether the run's time is over. */
    boolean expired() {
        return expired;
    }

    /** Records that a step begins. */
    synchronized void begin(NamedNode node) {
        begun = node;
    }

    /**
     * Records that a step has ended: keeps the innermost step that failed, and the last one that
     * changed the body.
     */
    synchronized void end(NamedNode node, Exchange exchange, Object before) {
        var now = exchange.getMessage().getBody();
        if (exchange.getException() != null) {
            if (!same(exchange.getException(), failure)) {
                failure = exchange.getException();
                failed = node;
            }
        } else if (!same(now, before) && !same(now, body)) {
            body = now;
            left = node;
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    /** The step that failed; empty when none did. */
    synchronized Optional<NamedNode> failed() {
        return Optional.ofNullable(failed);
    }

    /** The last step that changed the body; empty when none did. */
    synchronized Optional<NamedNode> left() {
        return Optional.ofNullable(left);
    }

    /** The step that began last. */
    synchronized Optional<NamedNode> begun() {
        return Optional.ofNullable(begun);
    }
}
