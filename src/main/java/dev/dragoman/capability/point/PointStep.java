package dev.dragoman.capability.point;

import dev.dragoman.capability.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The team's steps of an extension point are to run now. The core inserts this between the steps of
 * a capability, where a team has added steps. Immutable.
 */
public final class PointStep implements Step {
    /** Short: the state that the object shows must not wait long for a message about it. */
    private static final Duration TELLING = Duration.ofSeconds(2);

    /** Long: requests to Azure take their time. */
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
     * @param headers headers for the steps
     * @param fields the type of a field in what is wanted, by its path
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
     * @param fitting completes objects that steps add; throws {@link UnfitWanted} when they cannot
     *     be made
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

    /** The extension point. */
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

    /** The type of a field in what is wanted. */
    public FieldType field(List<String> path) {
        return fields.apply(path);
    }

    /** Longest time that the steps may take. */
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
     * Checks what the steps of one file have left.
     *
     * @param changed paths at which, or below which, a bean of the product changed something; a
     *     field that is missing elsewhere is a mistake
     * @throws UnfitWanted when it cannot be used
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
     * @param files names of the files that added some of them
     * @throws UnfitWanted when they may not be made
     */
    public PointResult added(List<?> objects, Set<String> files) {
        return new PointResult.Added(fitting.apply(ReturnedBody.added(objects, body)), files);
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
     * @throws UnfitWanted when what they left cannot be used
     */
    public PointResult passed(Object left, Set<List<String>> changed) {
        if (point == Point.OBJECTS) {
            return added(List.of(), Set.of());
        }
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
