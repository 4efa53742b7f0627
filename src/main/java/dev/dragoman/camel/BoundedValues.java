package dev.dragoman.camel;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.dragoman.kube.Excerpt;
import net.logstash.logback.mask.ValueMasker;

/**
 * No field of the log's JSON format is longer than {@link Excerpt#LOG}, whoever wrote what is in
 * it; a trace may have eight times as much. Nor has it a value of a Secret. Named in {@code
 * logback-json.xml}.
 */
public final class BoundedValues implements ValueMasker {
    private static final int TRACE = 8 * Excerpt.LOG;

    /** The shorter text, or null for what stays as it is. */
    @Override
    public Object mask(JsonStreamContext context, Object value) {
        int most = "stack_trace".equals(context.getCurrentName()) ? TRACE : Excerpt.LOG;
        if (!(value instanceof CharSequence text)) {
            return null;
        }
        var shown = Excerpt.message(Redactor.redact(text.toString()), most);
        return shown.contentEquals(text) ? null : shown;
    }
}
