package dev.dragoman.camel;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.PlainText;

/**
 * What the log's text format has around message and MDC: nothing in them begins a line of its own,
 * whoever wrote it, and no value of a Secret is left in it. Named in {@code logback-text.xml}.
 */
public final class OneLine extends CompositeConverter<ILoggingEvent> {
    @Override
    protected String transform(ILoggingEvent event, String text) {
        return Excerpt.message(PlainText.oneLine(Redactor.redact(text)), Excerpt.LOG);
    }
}
