package dev.dragoman.capability.point;

import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.Marks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The step that runs a team's steps at an extension point. The core inserts it between the steps of
 * a capability when the point has steps. Immutable.
 */
public final class PointStep implements Step {
    /**
     * Limit for {@code transition}. Short, because the object shows its new state only after these
     * steps.
     */
    private static final Duration TELLING = Duration.ofSeconds(2);

    /** Limit for {@code after-create}. Long, because its steps may send requests to Azure. */
    private static final Duration ACTING = Duration.ofMinutes(1);

    private static final Duration LOOKING = Duration.ofSeconds(10);

    private final Point point;
    private final String capability;
    private final Object body;
    private final Map<String, Object> headers;
    private final Function<List<String>, FieldType> fields;
    private final UnaryOperator<List<Map<String, Object>>> fitting;
    private final BiConsumer<String, List<Map<String, Object>>> byFile;
    private final List<String> once;

    /**
     * @param body message body for the steps: a map or a list of maps, with secrets hidden
     * @param headers headers for the steps
     * @param fields finds the type of a field of the body by its path
     * @param once as {@link Marks#once}
     * @param fitting turns added objects into the form in which they are applied; throws {@link
     *     UnfitWanted} when they cannot be made
     * @param byFile checks the objects that one file added; gets the file's name
     */
    public PointStep(
            Point point,
            String capability,
            Object body,
            Map<String, Object> headers,
            Function<List<String>, FieldType> fields,
            List<String> once,
            UnaryOperator<List<Map<String, Object>>> fitting,
            BiConsumer<String, List<Map<String, Object>>> byFile) {
        this.once = List.copyOf(once);
        this.fitting = fitting;
        this.byFile = byFile;
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

    /** As {@link Marks#once}. */
    public List<String> once() {
        return once;
    }

    /** Headers for the steps, by name. */
    public Map<String, Object> headers() {
        return headers;
    }

    /**
     * The type of a field of the body.
     *
     * @param path names of fields, the outermost first
     */
    public FieldType field(List<String> path) {
        return fields.apply(path);
    }

    /** The longest time that all the steps together may take. */
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
     * Checks the body that the steps of one file left. Does nothing when the point does not use
     * this body.
     *
     * @param changed paths at which, or below which, {@code bean:body} changed something; only
     *     there may fields be missing
     * @throws UnfitWanted when the body cannot be used
     */
    public void check(Object left, Set<List<String>> changed) {
        if (point.changes()) {
            var _ = ReturnedBody.of(left, body, point == Point.EXPORTED, changed);
        }
    }

    /**
     * The result of the point {@code objects}.
     *
     * @param objects that steps added
     * @param files names of the files whose steps added objects
     * @throws UnfitWanted when an object cannot be made
     */
    public PointResult added(List<?> objects, Set<String> files) {
        return new PointResult.Added(fitting.apply(ReturnedBody.added(objects, body)), files);
    }

    /**
     * Checks the objects that the steps of one file added.
     *
     * @param file name of the file
     * @throws UnfitWanted when an object cannot be made, or when the file declares that its objects
     *     restrict the workload, but none does
     */
    public void check(String file, List<?> objects) {
        byFile.accept(file, fitting.apply(ReturnedBody.added(objects, body)));
    }

    /**
     * The result of the point {@code sign}.
     *
     * @param answer as in {@link Step#answered}
     */
    public PointResult signed(Map<String, List<String>> answer) {
        return new PointResult.Passed(Map.copyOf(answer));
    }

    /**
     * The result when all steps have run without a verdict.
     *
     * @param changed as in {@link #check}
     * @throws UnfitWanted when the body that they left cannot be used
     */
    public PointResult passed(Object left, Set<List<String>> changed) {
        if (point == Point.OBJECTS) {
            return added(List.of(), Set.of());
        }
        if (point.acts()) {
            return new PointResult.Acted(once);
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
