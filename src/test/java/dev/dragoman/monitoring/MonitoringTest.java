package dev.dragoman.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cli.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Alerts and dashboard beside what the documents say of them. */
class MonitoringTest {
    private static final Path RUNBOOKS = Path.of("docs", "operations.md");
    private static final Pattern LABEL = Pattern.compile("\\{\\{ \\$labels\\.(\\w+) }}");
    private static final Pattern COMMAND = Pattern.compile("`(dragoman [^`]+)`");
    private static final Pattern ALERT = Pattern.compile("(?m)^### (Dragoman\\w+)$");

    @Test
    void eachAlertHasASectionThatSaysWhatToDo() throws IOException {
        var page = Files.readString(RUNBOOKS);
        for (var alert : Monitoring.alerts()) {
            assertThat(alert.runbook())
                    .isEqualTo("docs/operations.md#" + alert.name().toLowerCase(Locale.ROOT));
            assertThat(section(page, alert.name()))
                    .as(alert.name())
                    .contains("**Meaning.**", "**Look.**", "**Do.**");
            assertThat(alert.severity()).isIn("critical", "warning", "info");
            assertThat(alert.summary()).endsWith(".");
        }
    }

    /** An alert that nobody can act on from a terminal is half an alert. */
    @Test
    void eachAlertHasACommandThatTheCommandLineTakes() throws IOException {
        var page = Files.readString(RUNBOOKS);
        for (var alert : Monitoring.alerts()) {
            assertThat(alert.commands()).as(alert.name()).isNotEmpty();
            assertThat(section(page, alert.name())).contains(alert.commands().getFirst());
            var labels = new Expression(alert.expression()).labels();
            for (var command : alert.commands()) {
                assertTaken(LABEL.matcher(command).replaceAll("x"));
                // other labels may have texts of tenants, and this is for a shell
                LABEL.matcher(command)
                        .results()
                        .forEach(
                                each ->
                                        assertThat(each.group(1))
                                                .isIn("group", "kind")
                                                .isIn(labels));
            }
            boolean byKind = labels.contains("group") && labels.contains("kind");
            assertThat(alert.commands()).hasSize(byKind || isOfAKind(alert) ? 2 : 1);
        }
    }

    private static boolean isOfAKind(Monitoring.Alert alert) {
        return alert.expression().contains("kind=\"");
    }

    @Test
    void panelsOfObjectsHaveACommandThatTheCommandLineTakes() {
        var commands = 0;
        for (var panel : Monitoring.dashboard().path("panels")) {
            var text = panel.path("description").asText();
            for (var target : panel.path("targets")) {
                text += " `" + target.path("expr").asText().replace('"', '`') + "`";
            }
            var found = COMMAND.matcher(text).results().map(each -> each.group(1)).toList();
            found.forEach(MonitoringTest::assertTaken);
            commands += found.size();
            if (text.contains("dragoman_objects{") && text.contains("ready")) {
                assertThat(found).as(panel.path("title").asText()).isNotEmpty();
            }
        }
        assertThat(commands).isGreaterThan(5);
    }

    /** Or the tests above would show nothing. */
    @Test
    void aCommandThatDoesNotExistIsNotTaken() {
        for (var each : List.of("dragoman state -A", "dragoman status --every")) {
            assertThatThrownBy(() -> assertTaken(each))
                    .isInstanceOf(CommandLine.ParameterException.class);
        }
    }

    /** Parses a command, with all of its options, and does not run it. */
    private static void assertTaken(String command) {
        var words = command.split(" ", -1);
        assertThat(words[0]).isEqualTo("dragoman");
        var parsed = Commands.line().parseArgs(Arrays.copyOfRange(words, 1, words.length));
        assertThat(parsed.subcommand()).as(command).isNotNull();
    }

    @Test
    void eachSectionHasAnAlert() throws IOException {
        var sections = new ArrayList<String>();
        var found = ALERT.matcher(Files.readString(RUNBOOKS));
        while (found.find()) {
            sections.add(found.group(1));
        }
        assertThat(sections)
                .containsExactlyElementsOf(
                        Monitoring.alerts().stream().map(Monitoring.Alert::name).toList());
    }

    @Test
    void whatTheyNameIsOnThePageOfMetrics() throws IOException {
        var page = Files.readString(Path.of("docs", "observability.md"));
        for (var each : Monitoring.expressions()) {
            for (var metric : each.metrics()) {
                if (!Set.of("up", "jvm_memory_used_bytes", "process_start_time_seconds")
                        .contains(metric)) {
                    assertThat(page).contains("`" + metric.replaceFirst("_(sum|count)$", "") + "`");
                }
            }
        }
    }

    /** Grafana would show panels one over the other, or the wrong one by its link. */
    @Test
    void panelsOfTheDashboardHaveAPlaceOfTheirOwn() {
        var ids = new HashSet<Integer>();
        var taken = new HashSet<String>();
        for (var panel : Monitoring.dashboard().path("panels")) {
            assertThat(ids.add(panel.path("id").asInt())).isTrue();
            var place = panel.path("gridPos");
            int left = place.path("x").asInt();
            int right = left + place.path("w").asInt();
            assertThat(right).isLessThanOrEqualTo(24);
            for (int x = left; x < right; x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(taken.add(x + "/" + (place.path("y").asInt() + y)))
                            .as(panel.path("title").asText())
                            .isTrue();
                }
            }
            if (!"row".equals(panel.path("type").asText())) {
                assertThat(panel.path("targets")).isNotEmpty();
                assertThat(panel.path("description").asText()).endsWith(".");
                for (var target : panel.path("targets")) {
                    assertThat(target.path("datasource").path("uid").asText())
                            .isEqualTo("${datasource}");
                }
            }
        }
    }

    /** Grafana takes rates over at least four times this; over a minute where nothing is said. */
    @Test
    void ratesAreOverTimesWithSeveralScrapes() throws IOException {
        var monitor = Files.readString(Monitoring.DIRECTORY.resolve("podmonitor.yaml"));
        var rates = 0;
        for (var panel : Monitoring.dashboard().path("panels")) {
            for (var target : panel.path("targets")) {
                if (target.path("expr").asText().contains("$__rate_interval")) {
                    assertThat(monitor)
                            .contains("\n    interval: " + target.path("interval").asText() + "\n");
                    rates++;
                }
            }
        }
        assertThat(rates).isPositive();
    }

    @Test
    void anExpressionIsReadForWhatItNames() {
        var read =
                new Expression(
                        """
                        sum by (name) (increase(a_total{job="x y",k!~"b|c"}[5m:1m])) > 0
                        and on (pod) max_over_time(b:c[1h]) unless d or vector(0)
                        """);
        assertThat(read.metrics()).containsExactly("a_total", "b:c", "d");
        assertThat(read.labels()).containsExactly("job", "k", "name", "pod");
    }

    private static String section(String page, String alert) {
        var begin = page.indexOf("\n### " + alert + "\n");
        assertThat(begin).as("section " + alert).isNotNegative();
        var end = page.indexOf("\n##", begin + 1);
        return end < 0 ? page.substring(begin) : page.substring(begin, end);
    }
}
