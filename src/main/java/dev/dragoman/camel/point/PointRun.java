package dev.dragoman.camel.point;

import dev.dragoman.capability.PointStep;
import dev.dragoman.capability.Verdict;
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
 * One run of an extension point, known to the copies of the exchange that its steps work on.
 * Thread-safe.
 */
public final class PointRun {
    /** Property of the route's exchange: the point that is to run. */
    public static final String STEP = "dragoman.point";

    /** Property of the copies. */
    static final String RUN = "dragoman.point.run";

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
     * @param bean who asks, for the message
     * @throws IllegalStateException outside of an extension point
     */
    static PointRun of(Exchange exchange, String bean) {
        var run = exchange.getProperty(RUN, PointRun.class);
        if (run == null) {
            throw new IllegalStateException(
                    "bean '%s' works in files POINT.NAME.steps.yaml and kamelets of a point alone"
                            .formatted(bean));
        }
        return run;
    }

    PointStep step() {
        return step;
    }

    /** Ends the point; a second verdict is a mistake that {@link #contradicted} tells. */
    void judge(Verdict now, Exchange exchange) {
        if (ended) {
            throw new IllegalStateException(
                    "the point has ended: a verdict of what nobody waits for comes too late");
        }
        if (!verdict.compareAndSet(null, now)) {
            twice.set(true);
        }
        exchange.setRouteStop(true);
    }

    /** A bean adds an object. */
    void add(Object object) {
        added.add(object);
    }

    /** Objects that beans have added. */
    List<Object> added() {
        return List.copyOf(added);
    }

    /**
     * A bean hands over what somebody has signed.
     *
     * @throws IllegalStateException when another step has done so
     */
    void sign(List<String> chain, List<String> roots) {
        if (!signed.compareAndSet(null, Map.of("chain", chain, "roots", roots))) {
            throw new IllegalStateException("another step has handed over a signature already");
        }
    }

    /** What was signed; empty where nobody did. */
    Map<String, List<String>> signed() {
        return signed.get() == null ? Map.of() : signed.get();
    }

    /** A bean changes what stands at a path. */
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

    boolean contradicted() {
        return twice.get();
    }

    /** Nobody waits for it any more. */
    void end() {
        ended = true;
    }

    /** Its time is over: what still runs of it ends at its next step. */
    void expire() {
        expired = true;
    }

    /** Whether its time is over. */
    boolean expired() {
        return expired;
    }

    /** A step begins. */
    synchronized void begin(NamedNode node) {
        begun = node;
    }

    /**
     * A step has ended: remembers the innermost one that failed, and the last one after which the
     * body was another.
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

    @SuppressWarnings("ReferenceEquality") // whether it is the same one
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    /** The step that failed; empty when none did. */
    synchronized Optional<NamedNode> failed() {
        return Optional.ofNullable(failed);
    }

    /** The step that left the body as it is; empty when no step changed it. */
    synchronized Optional<NamedNode> left() {
        return Optional.ofNullable(left);
    }

    /** The step that began last. */
    synchronized Optional<NamedNode> begun() {
        return Optional.ofNullable(begun);
    }
}
