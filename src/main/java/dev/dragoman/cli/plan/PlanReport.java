package dev.dragoman.cli.plan;

import dev.dragoman.azure.trial.Forecast;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.cli.Count;
import dev.dragoman.cli.plan.PlanRun.Planned;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The plan as a table or as JSON. Pure.
 *
 * @param planned the objects, in the order of the lines
 * @param asked whether the command has {@code --azure}
 */
record PlanReport(List<Planned> planned, boolean asked) {
    private static final List<String> HEAD =
            List.of("NAMESPACE", "KIND", "NAME", "ADOPTED", "PLAN");

    PlanReport {
        planned = List.copyOf(planned);
    }

    /**
     * Whether the operator would refuse an object or, with {@code --azure}, an object could not be
     * compared.
     */
    boolean obstructed() {
        return planned.stream().anyMatch(this::obstructs);
    }

    private boolean obstructs(Planned each) {
        return each.forecast().plan() == Plan.REFUSED
                || (asked && each.forecast().plan() == Plan.NOT_COMPARED);
    }

    /** A table with one line for each object, then the reasons and changes of single objects. */
    String text() {
        if (planned.isEmpty()) {
            return "No objects of these kinds.\n";
        }
        return "%s%s\n%s\n".formatted(table(), details(), sum());
    }

    /** The reasons and changes of single objects, each after an empty line. */
    String details() {
        var out = new StringBuilder();
        for (var each : planned) {
            var lines = lines(each.forecast());
            if (!lines.isEmpty()) {
                out.append('\n').append(PlainText.oneLine(name(each))).append('\n');
                lines.forEach(
                        line -> out.append("  ").append(PlainText.oneLine(line)).append('\n'));
            }
        }
        return out.toString();
    }

    /** The plan as JSON. */
    String json() {
        var rows = planned.stream().map(this::row).toList();
        return Json.write(
                        Json.object("inTheWay", obstructed(), "azureAsked", asked, "objects", rows))
                + "\n";
    }

    private Map<String, Object> row(Planned each) {
        var key = each.key();
        var out =
                Json.object(
                        "group", key.group(),
                        "kind", key.kind(),
                        "namespace", key.namespace(),
                        "name", key.name(),
                        "plan", word(each.forecast().plan()),
                        "inTheWay", obstructs(each));
        each.forecast().adopted().ifPresent(id -> out.put("adopted", id));
        out.put("reasons", each.forecast().reasons());
        out.put("changes", each.forecast().changes().stream().map(PlanReport::row).toList());
        return out;
    }

    private static Map<String, Object> row(Forecast.Change change) {
        return Json.object(
                "path", change.path(), "azure", change.azure(), "wanted", change.wanted());
    }

    private String table() {
        var rows = new ArrayList<List<String>>();
        rows.add(HEAD);
        for (var each : planned) {
            rows.add(
                    List.of(
                            each.key().namespace(),
                            each.key().kind() + "." + each.key().group(),
                            each.key().name().isEmpty() ? "(all)" : each.key().name(),
                            each.forecast().adopted().isPresent() ? "yes" : "no",
                            word(each.forecast().plan())));
        }
        var columns =
                IntStream.range(0, HEAD.size())
                        .map(
                                i ->
                                        rows.stream()
                                                .mapToInt(row -> row.get(i).length())
                                                .max()
                                                .orElse(1))
                        .mapToObj("%%-%ds"::formatted)
                        .collect(Collectors.joining("  "));
        return rows.stream()
                .map(row -> columns.formatted(row.toArray()).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> lines(Forecast forecast) {
        var out = new ArrayList<>(forecast.reasons());
        for (var each : forecast.changes()) {
            out.add(
                    "%s: Azure shows %s, the operator sends %s"
                            .formatted(each.path(), each.azure(), each.wanted()));
        }
        return out;
    }

    private static String name(Planned each) {
        return "%s: %s".formatted(each.key(), word(each.forecast().plan()));
    }

    private String sum() {
        var counts = new EnumMap<Plan, Integer>(Plan.class);
        planned.forEach(each -> counts.merge(each.forecast().plan(), 1, Integer::sum));
        var parts =
                counts.entrySet().stream()
                        .map(each -> each.getValue() + " " + word(each.getKey()))
                        .collect(Collectors.joining(", "));
        return "%s: %s. %s%s"
                .formatted(
                        Count.objects(planned.size()),
                        parts,
                        obstructed() ? "There are obstacles." : "There is no obstacle.",
                        asked ? "" : " Fields were not compared: run with --azure.");
    }

    private static String word(Plan plan) {
        return plan.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
