package dev.dragoman.capability;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.PlainText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows states in annotations {@code PREFIXstate}, {@code PREFIXreason} and {@code PREFIXmessage},
 * for kinds without a status. Thread-safe.
 */
public final class AnnotationStatus implements StatusForm {
    private final MetadataWriter writer;
    private final String prefix;

    /**
     * @param prefix of the keys, such as {@code dragoman.dev/}
     */
    public AnnotationStatus(MetadataWriter writer, String prefix) {
        this.writer = writer;
        this.prefix = prefix;
    }

    @Override
    public Written write(Map<String, Object> object, Ending ending) {
        if (ending.status().isPresent() || !ending.others().isEmpty()) {
            throw new IllegalArgumentException("annotations show the condition Ready alone");
        }
        if (ending.ready().isEmpty() && ending.metadata().isEmpty()) {
            return new Written(object, false);
        }
        var before = shown(object);
        var now = writer.write(object, change(ending));
        return new Written(now, !before.equals(shown(now)));
    }

    private List<String> shown(Map<String, Object> object) {
        return List.of(
                Fields.annotation(object, prefix + "reason"),
                Fields.annotation(object, prefix + "message"));
    }

    private MetadataChange change(Ending ending) {
        var values = new HashMap<String, Optional<String>>();
        ending.ready()
                .ifPresent(
                        ready -> {
                            values.put(prefix + "state", Optional.of(state(ready)));
                            values.put(prefix + "reason", Optional.of(ready.reason()));
                            values.put(
                                    prefix + "message",
                                    Optional.of(
                                            Excerpt.message(
                                                    PlainText.of(ready.message()),
                                                    Excerpt.CONDITION)));
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
