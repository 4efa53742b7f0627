package dev.dragoman.camel;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.PlainText;

/**
 * Converts message and MDC for the log's text format: makes one line of them, so that no text in
 * them looks like another log entry, and hides values of Secrets. Configured in {@code
 * logback-text.xml}.
 */
public final class OneLine extends CompositeConverter<ILoggingEvent> {
    @Override
    protected String transform(ILoggingEvent event, String text) {
        return Excerpt.message(PlainText.oneLine(Redactor.redact(text)), Excerpt.LOG);
    }
}
