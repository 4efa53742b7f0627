package dev.dragoman.camel;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.dragoman.kube.object.Excerpt;
import net.logstash.logback.mask.ValueMasker;

/**
 * Hides values of Secrets in the fields of the log's JSON format, and shortens each field to {@link
 * Excerpt#LOG} characters. A stack trace may be eight times as long. Configured in {@code
 * logback-json.xml}.
 */
public final class BoundedValues implements ValueMasker {
    private static final int TRACE = 8 * Excerpt.LOG;

    /** Returns the text to log in place of the value; null to log the value unchanged. */
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
