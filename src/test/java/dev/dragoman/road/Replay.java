package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.Exchange;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.ReplayFolder.Put;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Real input: a folder of samples, applied as its users would, makes the operator send what was
 * once recorded between the original and Azure.
 */
final class Replay {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Replay() {}

    /** Applies a folder, and compares what the operator sends with what was recorded. */
    static void run(ReplayFolder folder) throws JsonProcessingException {
        folder.leftOut().forEach(text -> System.out.printf("%s leaves out %s%n", folder, text));
        try (Road road = new Road("replay")) {
            road.install.kindsAndRightsOnce(kinds(folder));
            road.start();
            road.azure.control().unlimited();
            folder.puts().stream().map(Put::path).distinct().forEach(p -> absent(road, p));
            road.applyServed(manifest(folder, road.azure.subscriptionId()));
            for (Map<String, Object> object : folder.objects()) {
                if (object.containsKey("spec")) {
                    road.ready(resource(object));
                }
            }
            List<Put> puts = puts(road.azure.control().exchanges(), road.azure.subscriptionId());
            assertThat(folder.puts()).as("recorded PUTs of %s", folder).isNotEmpty();
            assertThat(differences(folder.puts(), puts)).as(folder.name()).isEmpty();
            System.out.printf(
                    "%s: %d recorded PUTs, each sent; %d sent, each recorded%n",
                    folder, folder.puts().size(), puts.size());
        }
    }

    private static Set<String> kinds(ReplayFolder folder) {
        return folder.objects().stream()
                .filter(object -> object.containsKey("spec"))
                .map(
                        object ->
                                ((String) object.get("apiVersion")).split("/", 2)[0]
                                        + "/"
                                        + object.get("kind"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Nothing is there before its first PUT: what Azure makes along with its parent would be found
     * equal, and no PUT would be needed.
     */
    private static void absent(Road road, String path) {
        String below = path.substring(("/subscriptions/" + ReplayFolder.SUBSCRIPTION).length());
        road.azure
                .control()
                .failNext(
                        "^GET /subscriptions/[^/]+" + Pattern.quote(below) + "$",
                        404,
                        "ResourceNotFound",
                        "There is nothing yet.");
    }

    private static String manifest(ReplayFolder folder, String subscription)
            throws JsonProcessingException {
        List<String> documents = new ArrayList<>();
        for (Map<String, Object> object : folder.objects()) {
            documents.add(
                    JSON.writeValueAsString(withoutExpressions(object))
                            .replace(ReplayFolder.SUBSCRIPTION, subscription));
        }
        return String.join("\n---\n", documents);
    }

    /** They are refused, as NothingIgnoredIT shows; the body does not depend on them. */
    private static Map<String, Object> withoutExpressions(Map<String, Object> object) {
        if (!(object.get("spec") instanceof Map<?, ?> spec)
                || !(spec.get("operatorSpec") instanceof Map<?, ?> operator)) {
            return object;
        }
        var kept = new HashMap<Object, Object>(operator);
        kept.keySet().removeAll(List.of("secretExpressions", "configMapExpressions"));
        var less = new HashMap<Object, Object>(spec);
        less.put("operatorSpec", kept);
        var out = new HashMap<>(object);
        out.put("spec", less);
        return out;
    }

    private static String resource(Map<String, Object> object) {
        String group = ((String) object.get("apiVersion")).split("/", 2)[0];
        var kind = Catalog.load().find(group, (String) object.get("kind")).orElseThrow();
        var metadata = (Map<?, ?>) object.get("metadata");
        return kind.plural() + "." + group + "/" + metadata.get("name");
    }

    private static List<Put> puts(List<Exchange> exchanges, String subscription)
            throws JsonProcessingException {
        List<Put> out = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            if (exchange.method().equals("PUT")) {
                String body =
                        JSON.writeValueAsString(exchange.requestBody())
                                .replace(subscription, ReplayFolder.SUBSCRIPTION);
                out.add(
                        new Put(
                                exchange.path().replace(subscription, ReplayFolder.SUBSCRIPTION),
                                exchange.url().split("api-version=", 2)[1].split("&", 2)[0],
                                JSON.readValue(body, new TypeReference<>() {})));
            }
        }
        return out;
    }

    private static List<String> differences(List<Put> recorded, List<Put> sent) {
        List<String> out = new ArrayList<>();
        for (Put put : recorded) {
            if (sent.stream().noneMatch(s -> s.difference(put) == null)) {
                out.add("not sent: " + put);
            }
        }
        for (Put put : sent) {
            if (recorded.stream().noneMatch(r -> put.difference(r) == null)) {
                out.add("not recorded: " + put + nearest(put, recorded));
            }
        }
        return out;
    }

    private static String nearest(Put put, List<Put> recorded) {
        return recorded.stream()
                .filter(r -> r.path().equalsIgnoreCase(put.path()))
                .map(put::difference)
                .collect(Collectors.joining("; ", " (", ")"));
    }
}
