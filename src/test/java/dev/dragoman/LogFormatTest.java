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
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.MDC;

/** What one line of the log looks like, by DRAGOMAN_LOG. */
class LogFormatTest {
    /** What is taken for the end of a line, or obeyed by a terminal, and a line that looks real. */
    private static final String FORGED = "2026-01-01T00:00:00.000Z INFO  [] x all is well";

    private static final String EVIL =
            String.join(
                            FORGED, "a\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\f",
                            "\u000b", "")
                    + "\u001b[2J\u009b1A\b\u202e\u0000";

    private static String line(Map<String, String> settings) throws Exception {
        return line(settings, "a", logger -> logger.info("sent {}", "it"));
    }

    private static String line(Map<String, String> settings, String name, Consumer<Logger> logs)
            throws Exception {
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
        try (var _ = MDC.putCloseable("subject", "Thing(ns/" + name + ") #1 EDITED");
                var _ = MDC.putCloseable("pass", "1");
                var _ = MDC.putCloseable("kind", "Thing");
                var _ = MDC.putCloseable("namespace", "ns");
                var _ = MDC.putCloseable("name", name)) {
            logs.accept(context.getLogger("x"));
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

    /** As readers of lines see it, the pickiest of them. */
    private static String[] lines(String text) {
        return Pattern.compile("\\R").split(text);
    }

    @Test
    void inTextNothingBeginsALineOfItsOwn() throws Exception {
        var text = line(Map.of(), EVIL, logger -> logger.info("Azure says {}", EVIL));
        assertThat(lines(text)).hasSize(1);
        assertThat(text.strip().codePoints().filter(Character::isISOControl).toArray()).isEmpty();
        assertThat(text).contains("Thing(ns/a\\n", "\\u2028" + FORGED, "\\u001b[2J");
    }

    @Test
    void inTextATraceCannotBeTakenForLinesOfTheLog() throws Exception {
        var thrown = new IllegalStateException(EVIL, new IllegalArgumentException(EVIL));
        var text = line(Map.of(), "a", logger -> logger.warn("failed", thrown));
        var lines = lines(text);
        assertThat(lines[0]).endsWith(" x failed");
        assertThat(lines)
                .filteredOn(each -> !each.equals(lines[0]))
                .hasSizeGreaterThan(10)
                .allMatch(each -> each.startsWith("    | "))
                .anyMatch(each -> each.contains("at dev.dragoman.LogFormatTest"));
        assertThat(text).doesNotContain("\u001b", "\u009b", "\b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void noEventIsLongerThanItsBound(String format) throws Exception {
        var long1m = "x".repeat(1_000_000);
        var said =
                line(
                        Map.of(LogFormat.VARIABLE, format),
                        "a",
                        logger ->
                                logger.warn(
                                        "of {}; correct it",
                                        long1m,
                                        new IllegalStateException(long1m)));
        assertThat(said.length()).isLessThan(100_000);
        assertThat(said)
                .contains("of x", "x; correct it")
                .contains("at dev.dragoman.LogFormatTest");
    }

    @Test
    void inJsonEachEventIsOneLine() throws Exception {
        var thrown = new IllegalStateException(EVIL);
        var json =
                line(
                        Map.of(LogFormat.VARIABLE, "json"),
                        EVIL,
                        logger -> logger.warn("Azure says {}", EVIL, thrown));
        assertThat(lines(json)).hasSize(1);
        assertThat(json.strip().codePoints().filter(Character::isISOControl).toArray()).isEmpty();
        var fields = new ObjectMapper().readTree(json);
        assertThat(fields.path("message").asText()).isEqualTo("Azure says " + EVIL);
        assertThat(fields.path("name").asText()).isEqualTo(EVIL);
        assertThat(fields.path("stack_trace").asText()).contains("IllegalStateException: " + EVIL);
    }
}
