package dev.dragoman.camel.point;

import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.https.OpenRequests;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.kube.object.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * One run of an extension point. The copies of the exchange on which the steps work carry the run
 * as {@link OwnState}. So beans can use the run, and no step can remove it. Thread-safe.
 */
public final class PointRun {
    private final PointStep step;
    private final OpenRequests requests = new OpenRequests();
    private final AtomicReference<Verdict> verdict = new AtomicReference<>();
    private final AtomicBoolean twice = new AtomicBoolean();
    private final Set<List<String>> changed = ConcurrentHashMap.newKeySet();
    private final List<Object> added = new CopyOnWriteArrayList<>();
    private final AtomicReference<Map<String, List<String>>> signed = new AtomicReference<>();
    private final List<String> once;
    private volatile List<String> kept;
    private volatile boolean expired;
    private volatile boolean ended;
    private NamedNode begun;
    private NamedNode failed;
    private NamedNode left;
    private Throwable failure;
    private Object body;

    PointRun(PointStep step) {
        this.step = step;
        this.kept = step.once();
        this.once = new ArrayList<>(kept);
    }

    /**
     * The run that the exchange carries.
     *
     * @param bean name of the calling bean, for the message
     * @throws IllegalStateException when the exchange is not one of an extension point, or the bean
     *     has no effect there
     */
    static PointRun of(Exchange exchange, String bean) {
        var run = OwnState.get(exchange, PointRun.class);
        if (run.isEmpty()) {
            throw new IllegalStateException(
                    "bean '%s' works only in files POINT.NAME.steps.yaml and kamelets of a point"
                            .formatted(bean));
        }
        if (!PointBeans.fits(bean, run.get().step.point())) {
            throw new IllegalStateException(
                    "bean '%s' has no effect at %s; it works at %s"
                            .formatted(bean, run.get().step.id(), PointBeans.points(bean)));
        }
        return run.get();
    }

    PointStep step() {
        return step;
    }

    /** The https requests of the run. */
    OpenRequests requests() {
        return requests;
    }

    /**
     * Sets the verdict and stops the steps. A second verdict is only noted, see {@link
     * #contradicted}.
     */
    void judge(Verdict now, Exchange exchange) {
        if (ended) {
            throw new IllegalStateException("the point has ended, so this verdict comes too late");
        }
        if (!verdict.compareAndSet(null, now)) {
            twice.set(true);
        }
        exchange.setRouteStop(true);
    }

    /**
     * Whether the period since the key was last noted is over. Then notes it again, which counts
     * once {@link #keep} is called.
     */
    synchronized boolean once(String key, Instant now, Duration period) {
        var until = now.plus(period);
        var begin = key + "=";
        // a time beyond the period is of a longer one, or of a wrong clock
        once.removeIf(
                each -> !isLater(each, now) || (each.startsWith(begin) && isLater(each, until)));
        if (once.stream().anyMatch(each -> each.startsWith(begin))) {
            return false;
        }
        return once.add(begin + until);
    }

    private static boolean isLater(String note, Instant time) {
        return Fields.time(note.substring(note.indexOf('=') + 1))
                .filter(time::isBefore)
                .isPresent();
    }

    /** Keeps what was noted, because the steps of a file have succeeded. */
    synchronized void keep() {
        kept = List.copyOf(once);
    }

    List<String> kept() {
        return kept;
    }

    /** Adds an object; called by a bean. */
    void add(Object object) {
        added.add(object);
    }

    /** Objects that beans have added. */
    List<Object> added() {
        return List.copyOf(added);
    }

    /**
     * Sets a signed certificate; called by a bean.
     *
     * @throws IllegalStateException when a step has already set one
     */
    void sign(List<String> chain, List<String> roots) {
        if (!signed.compareAndSet(null, Map.of("chain", chain, "roots", roots))) {
            throw new IllegalStateException("another step has handed over a signature already");
        }
    }

    /**
     * The signed certificate, with the keys {@code chain} and {@code roots}; empty when no step has
     * set one.
     */
    Map<String, List<String>> signed() {
        return signed.get() == null ? Map.of() : signed.get();
    }

    /** Records that the bean {@code body} changes the value at a path. */
    void change(List<String> path) {
        changed.add(List.copyOf(path));
    }

    /** Paths whose values the bean {@code body} has changed. */
    Set<List<String>> changed() {
        return Set.copyOf(changed);
    }

    Optional<Verdict> verdict() {
        return Optional.ofNullable(verdict.get());
    }

    /** Whether a step gave a second verdict, which is an error of the file. */
    boolean contradicted() {
        return twice.get();
    }

    /** Ends the run: a later verdict is refused. */
    void end() {
        ended = true;
    }

    /** Marks the run's time limit as passed: no further step begins. */
    void expire() {
        expired = true;
    }

    /** Whether the run's time limit has passed. */
    boolean expired() {
        return expired;
    }

    /** Records that a step begins. */
    synchronized void begin(NamedNode node) {
        begun = node;
    }

    /**
     * Records that a step has ended. Keeps the innermost step that failed, and the last step that
     * replaced the body.
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

    @SuppressWarnings("ReferenceEquality") // whether both are the same object
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    /** The innermost step that failed; empty when no step failed. */
    synchronized Optional<NamedNode> failed() {
        return Optional.ofNullable(failed);
    }

    /** The last step that replaced the body; empty when no step did. */
    synchronized Optional<NamedNode> left() {
        return Optional.ofNullable(left);
    }

    /** The step that began last; empty when none has begun. */
    synchronized Optional<NamedNode> begun() {
        return Optional.ofNullable(begun);
    }
}
