package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.camel.LogFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What one line of the log looks like, by DRAGOMAN_LOG. */
class LogFormatTest {
    private static String line(Map<String, String> settings) throws Exception {
        var context = new LoggerContext();
        context.setMDCAdapter(MDC.getMDCAdapter());
        settings.forEach(context::putProperty);
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LogFormatTest.class.getResource("/logback.xml"));
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .as("a complaint would be printed at each start")
                .noneMatch(status -> status.getEffectiveLevel() > Status.INFO);
        var root = context.getLogger("ROOT");
        var appender = (OutputStreamAppender<ILoggingEvent>) root.iteratorForAppenders().next();
        var out = new ByteArrayOutputStream();
        appender.setOutputStream(out);
        try (var _ = MDC.putCloseable("subject", "Thing(ns/a) #1 EDITED");
                var _ = MDC.putCloseable("pass", "1");
                var _ = MDC.putCloseable("kind", "Thing");
                var _ = MDC.putCloseable("namespace", "ns");
                var _ = MDC.putCloseable("name", "a")) {
            context.getLogger("x").info("sent {}", "it");
        }
        context.stop();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void jsonHasTheObjectAsFields() throws Exception {
        var line = line(Map.of(LogFormat.VARIABLE, "json"));
        assertThat(line.lines()).hasSize(1);
        var fields = new ObjectMapper().readTree(line);
        assertThat(fields.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder(
                        "time",
                        "message",
                        "logger_name",
                        "level",
                        "pass",
                        "kind",
                        "namespace",
                        "name");
        assertThat(fields.path("message").asText()).isEqualTo("sent it");
        assertThat(fields.path("namespace").asText()).isEqualTo("ns");
    }

    @Test
    void textIsTheDefault() throws Exception {
        assertThat(line(Map.of())).endsWith(" INFO  [Thing(ns/a) #1 EDITED] x sent it\n");
    }
}
