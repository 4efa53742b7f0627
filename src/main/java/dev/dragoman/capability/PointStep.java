package dev.dragoman.capability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The team's steps of an extension point are to run now. The core decides it between the steps of a
 * capability, where anybody has added some. Immutable.
 */
public final class PointStep implements Step {
    /** A message in time is worth more than a reconciliation that waits for it. */
    private static final Duration TELLING = Duration.ofSeconds(2);

    /** Requests to Azure take their time. */
    private static final Duration ACTING = Duration.ofMinutes(1);

    private static final Duration LOOKING = Duration.ofSeconds(10);

    private final Point point;
    private final String capability;
    private final Object body;
    private final Map<String, Object> headers;
    private final Predicate<List<String>> hasPath;

    /**
     * @param body what the steps get: a map or a list of maps, secrets hidden
     * @param headers what they may look at besides
     * @param hasPath whether what is wanted may have a field there
     */
    public PointStep(
            Point point,
            String capability,
            Object body,
            Map<String, Object> headers,
            Predicate<List<String>> hasPath) {
        this.point = Objects.requireNonNull(point);
        this.capability = capability;
        this.body = body;
        this.headers = Map.copyOf(headers);
        this.hasPath = hasPath;
    }

    /** Which one. */
    public Point point() {
        return point;
    }

    /** Name of the point in files and routes, such as {@code azure-desired}. */
    public String id() {
        return capability + "-" + point.text();
    }

    /** Headers for the steps, by name. */
    public Map<String, Object> headers() {
        return headers;
    }

    /** Whether what is wanted may have a field there. */
    public boolean hasPath(List<String> path) {
        return hasPath.test(path);
    }

    /** The longest that the steps may take. */
    public Duration limit() {
        return switch (point) {
            case TRANSITION -> TELLING;
            case AFTER_CREATE -> ACTING;
            default -> LOOKING;
        };
    }

    /** Message body for the steps: a copy that they may change. */
    public Object input() {
        return MutableCopy.of(body);
    }

    /**
     * Checks what steps have left, for one file after the other.
     *
     * @throws UnfitWanted when it may not be used
     */
    public void check(Object left) {
        if (point.changes()) {
            var _ = ReturnedBody.of(left, body, point == Point.EXPORTED);
        }
    }

    /**
     * The result when all steps have run.
     *
     * @throws UnfitWanted when what they left may not be used
     */
    public PointResult passed(Object left) {
        return point.changes()
                ? new PointResult.Passed(
                        ReturnedBody.of(left, body, point == Point.EXPORTED), MutableCopy.of(left))
                : new PointResult.Passed(Map.of());
    }

    @Override
    public String name() {
        return point.text();
    }

    @Override
    public boolean yields(Object result) {
        return result instanceof PointResult;
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public boolean judged() {
        return false;
    }

    @Override
    public String toString() {
        return "PointStep[%s]".formatted(id());
    }
}
