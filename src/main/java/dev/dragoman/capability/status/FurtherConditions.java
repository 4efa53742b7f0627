package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Shows the conditions of a capability whose objects another capability manages too. The other
 * capability shows Ready. Each of the two writes its own conditions, under its own field manager.
 * Thread-safe.
 */
public final class FurtherConditions implements StatusForm {
    private static final String STATUS = "status";
    private static final String CONDITIONS = "conditions";

    private final StatusWriter writer;
    private final String manager;
    private final InstantSource clock;
    private final Set<String> types;

    /**
     * @param manager field manager for these conditions; it must write no other fields
     * @param types all types of conditions that this capability shows; the {@link ConditionStatus}
     *     of the other capability must have them as foreign types
     */
    public FurtherConditions(
            StatusWriter writer, String manager, InstantSource clock, Set<String> types) {
        this.writer = writer;
        this.manager = manager;
        this.clock = clock;
        this.types = Set.copyOf(types);
    }

    @Override
    public Written write(Map<String, Object> object, Ending ending) {
        if (ending.ready().isPresent() || ending.metadata().isPresent()) {
            throw new IllegalArgumentException(
                    "neither Ready nor metadata can be shown as further conditions");
        }
        var rows = ConditionStatus.rows(object, ending.others(), clock.instant());
        Map<String, Object> status = rows.isEmpty() ? Map.of() : Map.of(CONDITIONS, rows);
        var mine = kept(object, types::contains);
        var alone = new LinkedHashMap<>(object);
        var conditions = Fields.map(mine, STATUS).get(CONDITIONS);
        alone.put(STATUS, conditions == null ? Map.of() : Map.of(CONDITIONS, conditions));
        return writer.write(alone, status, manager)
                .map(now -> new Written(now, true))
                .orElseGet(() -> new Written(object, false));
    }

    /** A copy of the object that has only the conditions whose type passes the test. */
    static Map<String, Object> kept(Map<String, Object> object, Predicate<String> keep) {
        var status = new LinkedHashMap<>(Fields.map(object, STATUS));
        List<?> all = status.get(CONDITIONS) instanceof List<?> list ? list : List.of();
        var left =
                all.stream()
                        .filter(
                                each ->
                                        each instanceof Map<?, ?> row
                                                && keep.test(String.valueOf(row.get("type"))))
                        .toList();
        if (left.isEmpty()) {
            status.remove(CONDITIONS);
        } else {
            status.put(CONDITIONS, left);
        }
        return Json.with(object, STATUS, status);
    }

    @Override
    public boolean showsReady() {
        return false;
    }
}
