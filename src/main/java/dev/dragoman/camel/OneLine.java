package dev.dragoman.camel;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.PlainText;

/**
 * Converts the message and MDC of a log entry for the log's text format. Replaces line breaks, so
 * that no text in the entry looks like another entry, and hides values of Secrets. Configured in
 * {@code logback-text.xml}.
 */
public final class OneLine extends CompositeConverter<ILoggingEvent> {
    @Override
    protected String transform(ILoggingEvent event, String text) {
        return Excerpt.message(PlainText.oneLine(Redactor.redact(text)), Excerpt.LOG);
    }
}
