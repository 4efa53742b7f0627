package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.settings.SettingValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Shows the state of objects whose kind has no status, in the annotations {@code PREFIXstate},
 * {@code PREFIXreason} and {@code PREFIXmessage}. Thread-safe.
 *
 * @param prefix prefix of the keys, such as {@code dragoman.dev/}
 * @param seal proves what is shown and remembered, because users may change annotations
 */
public record AnnotationStatus(MetadataWriter writer, String prefix, Seal seal)
        implements StatusForm {
    /** The rest, after the prefix, of the annotation key for {@link Marks#created}. */
    public static final String CREATED = "created";

    /** The rest, after the prefix, of the annotation key for {@link Marks#untold}. */
    public static final String UNTOLD = "untold";

    /** The rest, after the prefix, of the annotation key for {@link Marks#once}. */
    public static final String ONCE = "once";

    /** The rest, after the prefix, of the annotation key for the seal of the others. */
    public static final String SEAL = "seal";

    private static final String STATE = "state";
    private static final String REASON = "reason";
    private static final String MESSAGE = "message";

    /** The rest of the keys whose values count only if the seal proves them. */
    private static final List<String> SEALED =
            List.of(STATE, REASON, MESSAGE, CREATED, UNTOLD, ONCE);

    @Override
    public Written write(Map<String, Object> object, Ending ending) {
        if (ending.status().isPresent() || !ending.others().isEmpty()) {
            throw new IllegalArgumentException(
                    "annotations can show no status fields, and no condition but Ready");
        }
        boolean remembered = ending.marks().filter(now -> !now.equals(marks(object))).isPresent();
        if (ending.ready().isEmpty() && ending.metadata().isEmpty() && !remembered) {
            return new Written(object, false);
        }
        var before = texts(object);
        var now = writer.write(object, change(object, ending));
        return new Written(now, !before.equals(texts(now)));
    }

    private List<String> texts(Map<String, Object> object) {
        return List.of(
                Fields.annotation(object, prefix + REASON),
                Fields.annotation(object, prefix + MESSAGE));
    }

    @Override
    public Shown shown(Map<String, Object> object) {
        var reason = Fields.annotation(object, prefix + REASON);
        return reason.isEmpty() || !proven(object)
                ? Shown.NOTHING
                : new Shown(
                        "Ready".equals(Fields.annotation(object, prefix + STATE))
                                ? "True"
                                : "False",
                        reason,
                        Fields.annotation(object, prefix + MESSAGE),
                        "",
                        0);
    }

    @Override
    public Marks marks(Map<String, Object> object) {
        if (!proven(object)) {
            return Marks.NONE;
        }
        return new Marks(
                Optional.of(Fields.annotation(object, prefix + CREATED))
                        .filter(text -> !text.isEmpty()),
                Marks.Untold.of(Fields.annotation(object, prefix + UNTOLD)),
                // added objects are not recorded in annotations, because users may change
                // annotations
                List.of(),
                SettingValues.entries(Fields.annotation(object, prefix + ONCE)));
    }

    /** Whether the operator itself wrote the values as they are, on this object. */
    private boolean proven(Map<String, Object> object) {
        return seal.proves(
                Fields.annotation(object, prefix + SEAL),
                sealed(object, key -> Fields.annotation(object, key)));
    }

    /** The text to seal; with lengths, so that nothing can move from one value to another. */
    private String sealed(Map<String, Object> object, UnaryOperator<String> value) {
        var text = new StringBuilder("annotations\n" + Fields.metadata(object, "uid"));
        for (var each : SEALED) {
            var one = value.apply(prefix + each);
            // without it, seals of earlier versions hold
            if (!each.equals(ONCE) || !one.isEmpty()) {
                text.append('\n').append(one.length()).append(' ').append(one);
            }
        }
        return text.toString();
    }

    MetadataChange change(Map<String, Object> object, Ending ending) {
        var values = new HashMap<String, Optional<String>>();
        ending.ready()
                .ifPresent(
                        ready -> {
                            var said =
                                    Effects.pause()
                                            .map(BrakeCondition::message)
                                            .orElse(told(ready.message()));
                            var message = Excerpt.message(PlainText.of(said), Excerpt.CONDITION);
                            values.put(prefix + STATE, Optional.of(state(ready)));
                            values.put(prefix + REASON, Optional.of(ready.reason()));
                            values.put(prefix + MESSAGE, Optional.of(message));
                        });
        ending.marks()
                .ifPresent(
                        marks -> {
                            values.put(prefix + CREATED, marks.created());
                            values.put(prefix + UNTOLD, marks.untold().map(Marks.Untold::text));
                            values.put(
                                    prefix + ONCE,
                                    Optional.of(String.join(",", marks.once()))
                                            .filter(text -> !text.isEmpty()));
                        });
        var own = ending.metadata().orElse(MetadataChange.annotate(Map.of()));
        values.putAll(own.annotations());
        boolean proven = proven(object);
        for (var each : SEALED) {
            // a value that somebody else has written is removed, and never sealed
            values.putIfAbsent(
                    prefix + each,
                    Optional.of(Fields.annotation(object, prefix + each))
                            .filter(value -> proven && !value.isEmpty()));
        }
        var text = sealed(object, key -> values.get(key).orElse(""));
        values.put(prefix + SEAL, Optional.of(seal.of(text)));
        return own.with(values);
    }

    private static String told(String message) {
        var altered = ConditionStatus.altered();
        return altered.isEmpty() ? message : message + ". " + altered;
    }

    private static String state(Condition ready) {
        return switch (ready.severity()) {
            case NONE -> "Ready";
            case INFO -> "Waiting";
            case WARNING -> "Failed";
            case ERROR -> "Refused";
        };
    }
}
