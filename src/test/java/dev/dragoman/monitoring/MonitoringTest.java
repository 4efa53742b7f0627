package dev.dragoman.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard beside what the documents say of them. */
class MonitoringTest {
    private static final Path RUNBOOKS = Path.of("docs", "operations.md");
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
