package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.Effects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows the state of objects whose kind has no status, in the annotations {@code PREFIXstate},
 * {@code PREFIXreason} and {@code PREFIXmessage}. Thread-safe.
 */
public final class AnnotationStatus implements StatusForm {
    /** The rest, after the prefix, of the annotation key for {@link Marks#created}. */
    public static final String CREATED = "created";

    /** The rest, after the prefix, of the annotation key for {@link Marks#untold}. */
    public static final String UNTOLD = "untold";

    private final MetadataWriter writer;
    private final String prefix;

    /**
     * @param prefix prefix of the keys, such as {@code dragoman.dev/}
     */
    public AnnotationStatus(MetadataWriter writer, String prefix) {
        this.writer = writer;
        this.prefix = prefix;
    }

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
        var now = writer.write(object, change(ending));
        return new Written(now, !before.equals(texts(now)));
    }

    private List<String> texts(Map<String, Object> object) {
        return List.of(
                Fields.annotation(object, prefix + "reason"),
                Fields.annotation(object, prefix + "message"));
    }

    @Override
    public Shown shown(Map<String, Object> object) {
        var reason = Fields.annotation(object, prefix + "reason");
        return reason.isEmpty()
                ? Shown.NOTHING
                : new Shown(
                        "Ready".equals(Fields.annotation(object, prefix + "state"))
                                ? "True"
                                : "False",
                        reason,
                        Fields.annotation(object, prefix + "message"),
                        "",
                        0);
    }

    @Override
    public Marks marks(Map<String, Object> object) {
        return new Marks(
                Optional.of(Fields.annotation(object, prefix + CREATED))
                        .filter(text -> !text.isEmpty()),
                Marks.Untold.of(Fields.annotation(object, prefix + UNTOLD)),
                // added objects are not recorded in annotations, because users may change
                // annotations
                List.of());
    }

    private MetadataChange change(Ending ending) {
        var values = new HashMap<String, Optional<String>>();
        ending.ready()
                .ifPresent(
                        ready -> {
                            var message =
                                    Effects.pause()
                                            .map(BrakeCondition::message)
                                            .orElse(ready.message());
                            values.put(prefix + "state", Optional.of(state(ready)));
                            values.put(prefix + "reason", Optional.of(ready.reason()));
                            values.put(
                                    prefix + "message",
                                    Optional.of(
                                            Excerpt.message(
                                                    PlainText.of(message), Excerpt.CONDITION)));
                        });
        ending.marks()
                .ifPresent(
                        marks -> {
                            values.put(prefix + CREATED, marks.created());
                            values.put(prefix + UNTOLD, marks.untold().map(Marks.Untold::text));
                        });
        var own = ending.metadata().orElse(MetadataChange.annotate(Map.of()));
        values.putAll(own.annotations());
        return own.with(values);
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
