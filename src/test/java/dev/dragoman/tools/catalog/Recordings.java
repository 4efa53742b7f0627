package dev.dragoman.tools.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.model.ResourceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The PUT requests of one recording, by path.
 *
 * @param shown what Azure said of each resource last, while it was there, by path
 * @param exchanges everything, in its order
 */
record Recordings(
        Map<String, List<Put>> puts,
        Map<String, Map<String, Object>> shown,
        List<RecordedExchange> exchanges) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern HOST = Pattern.compile("^https?://[^/]+");
    private static final Pattern GROUP = Pattern.compile("(?i).*/resourcegroups/[^/]+$");

    /**
     * One request.
     *
     * @param before what Azure showed of it before, or null when it was not there
     */
    record Put(String apiVersion, Map<String, Object> body, Map<String, Object> before) {}

    static Recordings read(String yaml) {
        Map<String, List<Put>> puts = new LinkedHashMap<>();
        Map<String, Map<String, Object>> lastGet = new LinkedHashMap<>();
        Map<String, Map<String, Object>> shown = new LinkedHashMap<>();
        List<RecordedExchange> exchanges = new ArrayList<>();
        for (Object item : (List<?>) Yaml.object(yaml).getOrDefault("interactions", List.of())) {
            var request = Schemas.object(Schemas.object(item).get("request"));
            var response = Schemas.object(Schemas.object(item).get("response"));
            String url = HOST.matcher((String) request.get("url")).replaceFirst("");
            String[] parts = url.split("\\?", 2);
            String path = parts[0];
            exchanges.add(
                    RecordedExchange.of(path, parts.length > 1 ? parts[1] : "", request, response));
            boolean there = response.get("code") instanceof Number code && code.intValue() < 300;
            if (there && List.of("GET", "PUT").contains((String) request.get("method"))) {
                json(response.get("body")).ifPresent(body -> shown.put(path, body));
            }
            if (request.get("method").equals("GET")) {
                lastGet.remove(path);
                if (there) {
                    json(response.get("body")).ifPresent(body -> lastGet.put(path, body));
                }
            } else if (request.get("method").equals("PUT") && url.contains("api-version=")) {
                String api = url.split("api-version=", 2)[1].split("&", 2)[0];
                json(request.get("body"))
                        .ifPresent(
                                body ->
                                        puts.computeIfAbsent(path, p -> new ArrayList<>())
                                                .add(new Put(api, body, lastGet.get(path))));
            }
        }
        return new Recordings(puts, shown, exchanges);
    }

    private static java.util.Optional<Map<String, Object>> json(Object text) {
        try {
            return text == null || text.equals("")
                    ? java.util.Optional.empty()
                    : JSON.readValue((String) text, Object.class) instanceof Map<?, ?> map
                            ? java.util.Optional.of(Schemas.object(map))
                            : java.util.Optional.empty();
        } catch (JsonProcessingException e) {
            return java.util.Optional.empty();
        }
    }

    List<String> paths(String armType, String apiVersion) {
        return puts.keySet().stream()
                .filter(path -> typeOf(path).equalsIgnoreCase(armType))
                .filter(
                        path ->
                                puts.get(path).stream()
                                        .anyMatch(p -> p.apiVersion().equals(apiVersion)))
                .toList();
    }

    private static String typeOf(String path) {
        return GROUP.matcher(path).matches() && !path.contains("/providers/")
                ? "Microsoft.Resources/resourceGroups"
                : new ResourceId(path).type().orElse("");
    }

    /** The requests of a path in an api-version whose bodies differ. */
    List<Put> distinct(String path, String apiVersion) {
        List<Put> out = new ArrayList<>();
        for (Put put : puts.get(path)) {
            if (put.apiVersion().equals(apiVersion)
                    && out.stream()
                            .noneMatch(
                                    o -> Recorded.difference(o.body(), put.body(), "") == null)) {
                out.add(put);
            }
        }
        return out;
    }

    String resourceGroupPath() {
        return puts.keySet().stream()
                .filter(path -> typeOf(path).equals("Microsoft.Resources/resourceGroups"))
                .findFirst()
                .orElse("");
    }
}
