package dev.dragoman.camel;

import static java.util.stream.Collectors.joining;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.PlainText;

/**
 * Converts stack traces for the log's text format. Each line begins with {@value #BEGIN}, so that a
 * line in the message of an exception cannot look like a log entry. Hides values of Secrets.
 * Configured in {@code logback-text.xml}.
 */
public final class IndentedTrace extends ThrowableProxyConverter {
    static final String BEGIN = "    | ";

    @Override
    protected String throwableProxyToString(IThrowableProxy thrown) {
        return Redactor.redact(super.throwableProxyToString(thrown))
                .lines()
                .map(line -> PlainText.oneLine(line.replace("\t", "  ")))
                .map(line -> BEGIN + Excerpt.message(line, Excerpt.LOG))
                .collect(joining("\n", "", "\n"));
    }
}
