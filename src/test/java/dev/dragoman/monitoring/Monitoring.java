package dev.dragoman.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is in {@code kubernetes/monitoring}: alerts and dashboard. Stateless. */
public final class Monitoring {
    static final Path DIRECTORY = Path.of("kubernetes", "monitoring");

    private static final ObjectMapper JSON = new ObjectMapper();

    private Monitoring() {}

    /**
     * An alert.
     *
     * @param runbook address of its section
     * @param commands what to run for more: first that for all objects
     */
    record Alert(
            String name,
            String expression,
            String severity,
            String summary,
            String runbook,
            List<String> commands) {}

    /** The rules as promtool reads them: what the PrometheusRule has as its spec. */
    static JsonNode rules() {
        try {
            var text = Files.readString(DIRECTORY.resolve("rules.yaml"));
            return JSON.valueToTree(Serialization.unmarshal(text, Object.class)).path("spec");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Alert> alerts() {
        var all = new ArrayList<Alert>();
        for (var group : rules().path("groups")) {
            for (var rule : group.path("rules")) {
                all.add(
                        new Alert(
                                rule.path("alert").asText(),
                                rule.path("expr").asText(),
                                rule.path("labels").path("severity").asText(),
                                rule.path("annotations").path("summary").asText(),
                                rule.path("annotations").path("runbook_url").asText(),
                                Stream.of("command", "explain")
                                        .map(each -> rule.path("annotations").path(each).asText())
                                        .filter(each -> !each.isEmpty())
                                        .toList()));
            }
        }
        return all;
    }

    static JsonNode dashboard() {
        try {
            return JSON.readTree(DIRECTORY.resolve("dashboard.json").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the dashboard asks for, with a time in place of Grafana's variables. */
    static List<String> queries() {
        var all = new ArrayList<String>();
        for (var panel : dashboard().path("panels")) {
            for (var target : panel.path("targets")) {
                all.add(target.path("expr").asText().replace("$__rate_interval", "5m"));
            }
        }
        return all;
    }

    /** Every expression of alerts and dashboard. */
    public static List<Expression> expressions() {
        return Stream.concat(alerts().stream().map(Alert::expression), queries().stream())
                .map(Expression::new)
                .toList();
    }
}
