package dev.dragoman.capability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

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
    private final Function<List<String>, FieldType> fields;
    private final UnaryOperator<List<Map<String, Object>>> fitting;

    /**
     * @param body what the steps get: a map or a list of maps, secrets hidden
     * @param headers what they may look at besides
     * @param fields what a field of what is wanted may hold
     */
    public PointStep(
            Point point,
            String capability,
            Object body,
            Map<String, Object> headers,
            Function<List<String>, FieldType> fields) {
        this(point, capability, body, headers, fields, added -> added);
    }

    /**
     * @param fitting what is made of objects that steps add, or {@link UnfitWanted}
     */
    PointStep(
            Point point,
            String capability,
            Object body,
            Map<String, Object> headers,
            Function<List<String>, FieldType> fields,
            UnaryOperator<List<Map<String, Object>>> fitting) {
        this.fitting = fitting;
        this.point = Objects.requireNonNull(point);
        this.capability = capability;
        this.body = body;
        this.headers = Map.copyOf(headers);
        this.fields = fields;
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

    /** What a field of what is wanted may hold. */
    public FieldType field(List<String> path) {
        return fields.apply(path);
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
     * @param changed paths below which a bean of the product changed something; what is lost
     *     elsewhere was not meant to be
     * @throws UnfitWanted when it may not be used
     */
    public void check(Object left, Set<List<String>> changed) {
        if (point.changes()) {
            var _ = ReturnedBody.of(left, body, point == Point.EXPORTED, changed);
        }
    }

    /**
     * The result of a point at which objects are added.
     *
     * @param objects that steps added
     * @throws UnfitWanted when they may not be made
     */
    public PointResult added(List<?> objects) {
        return new PointResult.Passed(fitting.apply(ReturnedBody.added(objects, body)));
    }

    /**
     * The result of a point at which something is signed.
     *
     * @param answer as {@link Step#answered} has it
     */
    public PointResult signed(Map<String, List<String>> answer) {
        return new PointResult.Passed(Map.copyOf(answer));
    }

    /**
     * The result when all steps have run.
     *
     * @param changed as in {@link #check}
     * @throws UnfitWanted when what they left may not be used
     */
    public PointResult passed(Object left, Set<List<String>> changed) {
        return point.changes()
                ? new PointResult.Passed(
                        ReturnedBody.of(left, body, point == Point.EXPORTED, changed),
                        MutableCopy.of(left))
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
