package dev.dragoman.sandbox.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A run as JSON: first the fields of the whole run, then one record for each result, with its raw
 * values.
 */
final class RunJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RunJson() {}

    static String of(Run run) {
        var all = JSON.createObjectNode();
        all.put("command", run.command())
                .put("machine", run.machine())
                .put("commit", run.commit())
                .put("date", run.date())
                .put("quick", run.quick());
        run.jvm().forEach(all.putArray("jvm")::add);
        var results = all.putArray("results");
        run.results().forEach(each -> result(results.addObject(), each));
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write the results as JSON", e);
        }
    }

    private static void result(ObjectNode into, Result result) {
        into.put("name", result.name()).put("unit", result.unit()).put("figure", result.figure());
        result.p99().ifPresent(value -> into.put("p99", value));
        result.iqr().ifPresent(value -> into.put("iqr", value));
        into.putObject("baseline")
                .put("what", result.baseline().what())
                .put("figure", result.baseline().figure())
                .set("values", numbers(result.baseline().values()));
        result.ratio().ifPresent(value -> into.put("ratio", value));
        result.goal().ifPresent(value -> into.put("goal", value));
        result.met().ifPresent(value -> into.put("met", value));
        into.set("values", numbers(result.values()));
    }

    private static ArrayNode numbers(List<Double> values) {
        var array = JSON.createArrayNode();
        values.forEach(array::add);
        return array;
    }
}
