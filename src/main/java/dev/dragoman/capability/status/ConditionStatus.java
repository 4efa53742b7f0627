package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.Effects;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Shows the state of objects as conditions in their status, for kinds with a status. Thread-safe.
 */
public final class ConditionStatus implements StatusForm {
    private static final String UUID =
            "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    private static final String CLOCK = "\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?";

    /** A date, in the forms that answers of Azure and of Entra have, with the time of the day. */
    private static final String TIME =
            "(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/\\d{4}|\\d{1,2} [A-Z][a-z]{2} \\d{4})[T ]"
                    + CLOCK;

    private static final String PAUSE = "\\b\\d+ ?(?:ms|s|seconds?|minutes?)\\b";

    /** Ticks, and ids of traces in hexadecimal or decimal digits. */
    private static final String LONG = "\\b(?=[a-fA-F]*\\d)[0-9a-fA-F]{16,}\\b|\\d{10,}";

    private static final Pattern NOISE =
            Pattern.compile(
                    String.join(
                            "|", UUID, TIME, "(?<![\\w:])" + CLOCK + "(?![\\w:])", PAUSE, LONG));

    private static final String CONDITIONS = "conditions";
    private static final String MESSAGE = "message";
    private static final String OBSERVED = "observedGeneration";

    /** Field of the status in which the core stores {@link Marks}. */
    private static final String OWN = "dragoman";

    private static final String CREATED = "created";
    private static final String UNTOLD = "untold";
    private static final String ADDED = "added";
    private static final String ONCE = "once";

    private final StatusWriter writer;
    private final String manager;
    private final InstantSource clock;
    private final Set<String> foreign;
    private final boolean generation;

    /**
     * @param manager field manager for this status; it must write no other fields
     */
    public ConditionStatus(StatusWriter writer, String manager, InstantSource clock) {
        this(writer, manager, clock, Set.of());
    }

    /**
     * @param manager field manager for this status; it must write no other fields
     * @param foreign types of conditions that another capability shows by {@link FurtherConditions}
     */
    public ConditionStatus(
            StatusWriter writer, String manager, InstantSource clock, Set<String> foreign) {
        this(writer, manager, clock, foreign, false);
    }

    private ConditionStatus(
            StatusWriter writer,
            String manager,
            InstantSource clock,
            Set<String> foreign,
            boolean generation) {
        this.foreign = Set.copyOf(foreign);
        this.writer = writer;
        this.manager = manager;
        this.clock = clock;
        this.generation = generation;
    }

    /**
     * A copy that also writes {@code status.observedGeneration}, the generation that Ready
     * describes. The kind's CRD must have this field, and should give it the default -1. Without
     * that default, tools that do not read conditions take a new object for a finished one.
     */
    public ConditionStatus withObservedGeneration() {
        return new ConditionStatus(writer, manager, clock, foreign, true);
    }

    @Override
    public Written write(Map<String, Object> object, Ending said) {
        var ending = withAltered(object, said);
        if (ending.metadata().isPresent()) {
            throw new IllegalArgumentException(
                    "a status cannot hold a change of the object's metadata");
        }
        boolean remembered = ending.marks().filter(now -> !now.equals(marks(object))).isPresent();
        var pause = Effects.pause();
        boolean quiet = ending.ready().isEmpty() && ending.status().isEmpty() && !remembered;
        if (quiet && pause.isEmpty() && !BrakeCondition.on(object)) {
            return new Written(object, false);
        }
        var own =
                foreign.isEmpty()
                        ? object
                        : FurtherConditions.kept(object, type -> !foreign.contains(type));
        var now = clock.instant();
        var status = status(own, ending, now);
        BrakeCondition.in(status, own, pause, now);
        return writer.write(own, generation ? observed(own, status) : status, manager)
                .map(written -> new Written(written, true))
                .orElseGet(() -> new Written(object, false));
    }

    /** The ending, and the condition which says what admission has changed. */
    private static Ending withAltered(Map<String, Object> object, Ending ending) {
        var altered = altered();
        if (altered.isEmpty() || ending.ready().isEmpty()) {
            return ending;
        }
        var all = new ArrayList<>(ending.others());
        all.add(
                new Condition(
                        "AppliedValuesChanged",
                        true,
                        Condition.Severity.WARNING,
                        "ChangedByAdmission",
                        altered,
                        Fields.generation(object)));
        return ending.withOthers(all);
    }

    /** What an object says of what admission has changed; empty where that is nothing. */
    static String altered() {
        var altered = Effects.altered();
        return altered.isEmpty()
                ? ""
                : "the API server keeps other values than were applied, and the operator does not write them again for a while: %s. An admission webhook or a MutatingAdmissionPolicy changes these fields, or this version of the kind does not have them. Exempt the objects from that, or write the other values into the spec"
                        .formatted(String.join("; ", altered));
    }

    /** The status to write for the ending. */
    static Map<String, Object> status(Map<String, Object> object, Ending ending, Instant now) {
        var present = Fields.map(object, "status");
        var status = new LinkedHashMap<>(ending.status().orElse(present));
        if (ending.ready().isEmpty() && ending.status().isEmpty() && ending.others().isEmpty()) {
            // the ending changes only the marks
            remember(status, ending.marks().orElseGet(() -> read(present)));
            return status;
        }
        status.remove(CONDITIONS);
        var conditions = new ArrayList<Map<String, Object>>();
        ending.ready()
                .map(each -> row(each, object, now))
                .or(() -> Fields.condition(object, Condition.READY))
                .ifPresent(conditions::add);
        conditions.addAll(rows(object, ending.others(), now));
        if (!conditions.isEmpty()) {
            status.put(CONDITIONS, conditions);
        }
        remember(status, ending.marks().orElseGet(() -> read(present)));
        return status;
    }

    /**
     * A copy of the status with {@code observedGeneration}: the generation that Ready describes.
     * Without a condition Ready, the object's value is kept, such as the default in the CRD.
     */
    static Map<String, Object> observed(Map<String, Object> object, Map<String, Object> status) {
        var all = new LinkedHashMap<>(status);
        var ready = Fields.condition(Map.of("status", status), Condition.READY);
        if (ready.isPresent()) {
            all.put(OBSERVED, Json.number(ready.get(), OBSERVED, 0));
        } else if (Fields.map(object, "status").get(OBSERVED) instanceof Number number) {
            all.putIfAbsent(OBSERVED, number);
        }
        return all;
    }

    /**
     * Conditions in the form of the API. A condition whose status has not changed keeps its
     * lastTransitionTime.
     */
    static List<Map<String, Object>> rows(
            Map<String, Object> object, List<Condition> conditions, Instant now) {
        return conditions.stream().map(each -> row(each, object, now)).toList();
    }

    /**
     * Replaces what the core has stored in {@code status.dragoman}, and keeps what the capability
     * has stored in that field.
     */
    private static void remember(Map<String, Object> status, Marks marks) {
        var own = new LinkedHashMap<>(Fields.map(status, OWN));
        // earlier versions wrote ownReason
        own.keySet().removeAll(Set.of(CREATED, UNTOLD, ADDED, ONCE, "ownReason"));
        marks.created().ifPresent(id -> own.put(CREATED, id));
        marks.untold().ifPresent(each -> own.put(UNTOLD, each.text()));
        Map.of(ADDED, marks.added(), ONCE, marks.once())
                .forEach((name, all) -> own.compute(name, (_, _) -> all.isEmpty() ? null : all));
        if (own.isEmpty()) {
            status.remove(OWN);
        } else {
            status.put(OWN, own);
        }
    }

    @Override
    public Marks marks(Map<String, Object> object) {
        return read(Fields.map(object, "status"));
    }

    private static Marks read(Map<String, Object> status) {
        var own = Fields.map(status, OWN);
        return new Marks(
                Optional.ofNullable(own.get(CREATED)).map(String::valueOf),
                Marks.Untold.of(own.get(UNTOLD)),
                Json.texts(own.get(ADDED)),
                Json.texts(own.get(ONCE)));
    }

    @Override
    public Shown shown(Map<String, Object> object) {
        var status = Fields.map(object, "status");
        var ready = Fields.condition(object, Condition.READY).orElse(Map.of());
        return new Shown(
                Json.text(ready, "status"),
                Json.text(ready, "reason"),
                Json.text(ready, MESSAGE),
                Json.text(status, "id"),
                Json.number(ready, OBSERVED, 0));
    }

    private static Map<String, Object> row(
            Condition condition, Map<String, Object> object, Instant now) {
        var before = Fields.condition(object, condition.type());
        var row = new LinkedHashMap<String, Object>();
        row.put("type", condition.type());
        row.put("status", condition.met() ? "True" : "False");
        if (!condition.severity().text().isEmpty()) {
            row.put("severity", condition.severity().text());
        }
        row.put("reason", condition.reason());
        if (!condition.message().isEmpty()) {
            row.put(MESSAGE, Excerpt.message(PlainText.of(condition.message()), Excerpt.CONDITION));
        }
        row.put(OBSERVED, condition.generation());
        var since =
                before.filter(b -> row.get("status").equals(b.get("status")))
                        .map(b -> b.get("lastTransitionTime"));
        row.put("lastTransitionTime", since.orElse(now.truncatedTo(ChronoUnit.SECONDS).toString()));
        before.filter(b -> condition.quoted() && sameButNoise(row, b))
                .ifPresent(b -> row.put(MESSAGE, b.get(MESSAGE)));
        return row;
    }

    /** Whether a condition differs from the shown one only in the noise of its message. */
    private static boolean sameButNoise(Map<String, Object> row, Map<String, Object> before) {
        return row.get("reason").equals(before.get("reason"))
                && Json.number(row, OBSERVED, 0) == Json.number(before, OBSERVED, 0)
                && row.get(MESSAGE) instanceof String now
                && before.get(MESSAGE) instanceof String then
                && withoutNoise(now).equals(withoutNoise(then));
    }

    /**
     * The message with a placeholder for each part that differs in each answer of a service
     * although it means the same: ids of requests, times, and how long to wait. If these parts
     * counted, each retry would write the status again. Names, counts and indexes are no noise.
     */
    static String withoutNoise(String message) {
        return NOISE.matcher(message).replaceAll("#");
    }
}
