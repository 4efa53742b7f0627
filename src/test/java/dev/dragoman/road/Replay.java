package dev.dragoman.road;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.ReplayFolder.Put;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
            var found = found(road, folder);
            folder.puts().stream()
                    .map(Put::path)
                    .distinct()
                    .filter(path -> !found.contains(path))
                    .forEach(path -> absent(road, path));
            road.applyServed(manifest(folder, road.azure.subscriptionId()));
            for (Map<String, Object> object : folder.objects()) {
                if (object.containsKey("spec")) {
                    road.ready(resource(object));
                }
            }
            var sent = puts(road.azure.control().exchanges(), road.azure.subscriptionId());
            var made = made(road, folder, sent);
            var puts = sent.stream().map(put -> recorded(put, made)).toList();
            assertThat(folder.puts()).as("recorded PUTs of %s", folder).isNotEmpty();
            assertThat(differences(folder.puts(), puts, found)).as(folder.name()).isEmpty();
            int exported = exported(road, folder);
            deleted(road, folder);
            System.out.printf(
                    "%s: %d recorded PUTs, each sent or found; %d sent, each recorded; %d values exported; all deleted%n",
                    folder, folder.puts().size(), puts.size(), exported);
        }
    }

    /**
     * Makes what the recording found in Azure: resources of an earlier run, and vaults that one had
     * deleted.
     *
     * @return paths of those that are there
     */
    private static Set<String> found(Road road, ReplayFolder folder)
            throws JsonProcessingException {
        Set<String> found = new TreeSet<>();
        road.azure.control().client(Client.secret("earlier", "pa55word!"));
        var earlier =
                new SdkClient(road.azure, SdkClient.secret(road.azure, "earlier", "pa55word!"));
        var deleted =
                folder.shown().keySet().stream()
                        .filter(path -> path.contains("/deletedVaults/"))
                        .map(path -> "/vaults/" + path.substring(path.lastIndexOf('/') + 1))
                        .toList();
        for (Put put : folder.puts()) {
            boolean gone = deleted.stream().anyMatch(put.path()::endsWith);
            if (!found.contains(put.path()) && (put.found() || gone)) {
                var group = put.path().split("/providers/", 2)[0];
                for (Put own : folder.puts()) {
                    if (own.path().equalsIgnoreCase(group)) {
                        send(earlier, road, own, own.body());
                    }
                }
                var body = translated(put.body(), Map.of("recover", "default"));
                send(earlier, road, put, body);
                if (gone) {
                    var _ = earlier.send("DELETE", below(put.path()), put.apiVersion(), null);
                } else {
                    found.add(put.path());
                }
            }
        }
        road.azure.control().clearExchanges();
        return found;
    }

    private static void send(SdkClient earlier, Road road, Put put, Object body)
            throws JsonProcessingException {
        var text =
                JSON.writeValueAsString(body)
                        .replace(ReplayFolder.SUBSCRIPTION, road.azure.subscriptionId());
        var made = earlier.send("PUT", below(put.path()), put.apiVersion(), text);
        assertThat(made.status()).as(made.toString()).isLessThan(300);
    }

    private static String below(String path) {
        return path.substring(("/subscriptions/" + ReplayFolder.SUBSCRIPTION).length());
    }

    /**
     * What Azure makes by itself, such as the id of a principal, is another one in each Azure: the
     * local one's by the recorded one's, where both show it at the same place of the same resource,
     * it was not sent to that resource, and an export carries it.
     */
    private static Map<String, String> made(Road road, ReplayFolder folder, List<Put> sent)
            throws JsonProcessingException {
        Map<String, String> out = new HashMap<>();
        var subscription = road.azure.subscriptionId();
        for (var shown : folder.shown().entrySet()) {
            var id = shown.getKey().replace(ReplayFolder.SUBSCRIPTION, subscription);
            var here = road.azure.control().get(id);
            if (here.isPresent()) {
                var text = here.get().toString().replace(subscription, ReplayFolder.SUBSCRIPTION);
                Map<String, String> pairs = new HashMap<>();
                pairs(JSON.readValue(text, Object.class), shown.getValue(), pairs);
                sent.stream()
                        .filter(put -> put.path().equalsIgnoreCase(shown.getKey()))
                        .forEach(put -> pairs.keySet().removeAll(texts(put.body())));
                out.putAll(pairs);
            }
        }
        out.keySet().retainAll(carried(road));
        return out;
    }

    /** Values in ConfigMaps and Secrets, from which other objects have them. */
    private static Set<String> carried(Road road) {
        Set<String> out = new TreeSet<>();
        for (var map : road.client().configMaps().inNamespace(road.namespace).list().getItems()) {
            out.addAll(map.getData() == null ? List.of() : map.getData().values());
        }
        for (var secret : road.client().secrets().inNamespace(road.namespace).list().getItems()) {
            var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
            data.values().forEach(v -> out.add(new String(Base64.getDecoder().decode(v), UTF_8)));
        }
        return out;
    }

    private static Set<String> texts(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                    map.values().stream()
                            .flatMap(each -> texts(each).stream())
                            .collect(Collectors.toSet());
            case List<?> list ->
                    list.stream().flatMap(each -> texts(each).stream()).collect(Collectors.toSet());
            case String text -> Set.of(text);
            case null, default -> Set.of();
        };
    }

    private static void pairs(Object here, Object there, Map<String, String> out) {
        if (here instanceof Map<?, ?> ours && there instanceof Map<?, ?> theirs) {
            ours.forEach((key, value) -> pairs(value, theirs.get(key), out));
        } else if (here instanceof String ours
                && there instanceof String theirs
                && !ours.equals(theirs)) {
            out.putIfAbsent(ours, theirs);
        }
    }

    private static Put recorded(Put put, Map<String, String> made) {
        // an id that Azure made may be the name of something else
        var path =
                Stream.of(put.path().split("/", -1))
                        .map(segment -> made.getOrDefault(segment, segment))
                        .collect(Collectors.joining("/"));
        return new Put(path, put.apiVersion(), object(translated(put.body(), made)), false);
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object translated(Object value, Map<String, String> made) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> out = new HashMap<>();
                map.forEach((key, each) -> out.put(key, translated(each, made)));
                yield out;
            }
            case List<?> list -> list.stream().map(each -> translated(each, made)).toList();
            case String text -> made.getOrDefault(text, text);
            case null, default -> value;
        };
    }

    /** Every value that the objects export is there, and is one that Azure holds. */
    private static int exported(Road road, ReplayFolder folder) {
        int count = 0;
        for (Map<String, Object> object : folder.objects()) {
            var operator = map(map(object.get("spec")).get("operatorSpec"));
            for (var list : List.of("secrets", "configMaps")) {
                for (Object target : map(operator.get(list)).values()) {
                    var value = written(road, list, name(target)).get(key(target));
                    assertThat(held(road, object, value))
                            .as("%s %s for %s", list, target, resource(object))
                            .isTrue();
                    count++;
                }
            }
            count += expressed(road, object, operator, "secretExpressions");
            count += expressed(road, object, operator, "configMapExpressions");
        }
        return count;
    }

    /**
     * Whether Azure shows it of the resource, or has answered with it where keys were asked for.
     */
    private static boolean held(Road road, Map<String, Object> object, String value) {
        if (value == null || value.isEmpty()) {
            return false;
        }
        var id = id(road, object);
        var shown = road.azure.control().get(id).map(Object::toString).orElse("");
        return shown.contains(value)
                || id.contains(value)
                || road.azure.control().exchanges().stream()
                        .filter(e -> "POST".equals(e.method()) && e.responseBody() != null)
                        .anyMatch(e -> e.responseBody().toString().contains(value));
    }

    /** What its expressions give is there, and is what Azure holds. */
    private static int expressed(
            Road road, Map<String, Object> object, Map<?, ?> operator, String list) {
        int count = 0;
        for (Object each : operator.get(list) instanceof List<?> all ? all : List.of()) {
            if (key(each) == null) {
                assertThat(written(road, list, name(each)).values())
                        .as("%s of %s", list, resource(object))
                        .isNotEmpty()
                        .allMatch(value -> held(road, object, value));
                count++;
                continue;
            }
            assertThat(written(road, list, name(each)))
                    .as("%s of %s", list, resource(object))
                    .containsEntry(
                            key(each), expected(road, object, (String) map(each).get("value")));
            count++;
        }
        return count;
    }

    private static Map<String, String> written(Road road, String list, String name) {
        if (list.startsWith("configMap")) {
            var maps = road.client().configMaps().inNamespace(road.namespace);
            return maps.withName(name).get().getData();
        }
        var secrets = road.client().secrets().inNamespace(road.namespace);
        Map<String, String> out = new HashMap<>();
        secrets.withName(name)
                .get()
                .getData()
                .forEach(
                        (key, v) -> out.put(key, new String(Base64.getDecoder().decode(v), UTF_8)));
        return out;
    }

    /** The expressions of the samples, read by other means than the operator's. */
    private static String expected(Road road, Map<String, Object> object, String expression) {
        var name = (String) map(object.get("metadata")).get("name");
        if (expression.equals("self.status.location")) {
            return road.azure(id(road, object), "/location");
        }
        if (expression.startsWith("self.status.")) {
            var field = expression.substring("self.status.".length());
            return road.azure(id(road, object), "/properties/" + field);
        }
        if (expression.equals("secret.key1")) {
            return keys(road, object).at("/keys/0/value").asText();
        }
        return switch (expression) {
            case "self.metadata.name" -> name;
            case "string(true)" -> "true";
            case "self.spec.azureName" ->
                    map(object.get("spec")).get("azureName") instanceof String text ? text : name;
            case "aso.parseResourceId(self.status.id).subscriptionId" ->
                    road.azure.subscriptionId();
            default -> throw new AssertionError("say what is expected of " + expression);
        };
    }

    /** What another client is told. */
    private static JsonNode keys(Road road, Map<String, Object> object) {
        road.azure.control().client(Client.secret("other", "pa55word!"));
        var id = id(road, object);
        return new SdkClient(road.azure, SdkClient.secret(road.azure, "other", "pa55word!"))
                .send(
                        "POST",
                        id.substring(("/subscriptions/" + road.azure.subscriptionId()).length())
                                + "/listKeys",
                        "2023-01-01",
                        null)
                .body();
    }

    /** What the object's status has. */
    private static String id(Road road, Map<String, Object> object) {
        return road.kubectl("get", resource(object), "-o", "jsonpath={.status.id}");
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String name(Object target) {
        return (String) map(target).get("name");
    }

    private static String key(Object target) {
        return (String) map(target).get("key");
    }

    /** All at once, as a namespace is deleted: nothing stays, here or there. */
    static void deleted(Road road, ReplayFolder folder) {
        var resources =
                folder.objects().stream()
                        .filter(object -> object.containsKey("spec"))
                        .map(Replay::resource)
                        .toList();
        for (String resource : resources) {
            var _ = road.kubectl("delete", "--wait=false", "--ignore-not-found", resource);
        }
        for (String resource : resources) {
            var _ = road.kubectl("wait", "--for=delete", resource, Patience.timeout());
        }
        assertThat(road.azure.control().resources()).as("left in Azure").isEmpty();
    }

    static Set<String> kinds(ReplayFolder folder) {
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
        road.azure
                .control()
                .failNext(
                        "^GET /subscriptions/[^/]+" + Pattern.quote(below(path)) + "$",
                        404,
                        "ResourceNotFound",
                        "There is nothing yet.");
    }

    static String manifest(ReplayFolder folder, String subscription)
            throws JsonProcessingException {
        List<String> documents = new ArrayList<>();
        for (Map<String, Object> object : folder.objects()) {
            documents.add(
                    JSON.writeValueAsString(object)
                            .replace(ReplayFolder.SUBSCRIPTION, subscription));
        }
        return String.join("\n---\n", documents);
    }

    static String resource(Map<String, Object> object) {
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
                                JSON.readValue(body, new TypeReference<>() {}),
                                false));
            }
        }
        return out;
    }

    /** What was found as it is wanted needs no request: the original sends without comparing. */
    private static List<String> differences(List<Put> recorded, List<Put> sent, Set<String> found) {
        List<String> out = new ArrayList<>();
        for (Put put : recorded) {
            boolean needless =
                    found.contains(put.path())
                            && sent.stream().noneMatch(s -> s.path().equals(put.path()));
            if (!needless && sent.stream().noneMatch(s -> s.difference(put) == null)) {
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
