package dev.dragoman.camel;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.dragoman.kube.object.Excerpt;
import net.logstash.logback.mask.ValueMasker;

/**
 * Shortens the fields of the log's JSON format to {@link Excerpt#LOG} characters, a stack trace to
 * eight times as many, and hides values of Secrets in them. Configured in {@code logback-json.xml}.
 */
public final class BoundedValues implements ValueMasker {
    private static final int TRACE = 8 * Excerpt.LOG;

    /** The new text; null when the value stays as it is. */
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
