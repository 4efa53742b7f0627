package dev.dragoman.tools.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.azure.http.Player;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Answers what Azure once answered, in its order for each path: states that it shows while it
 * works, operations, headers. A look gets what was shown after the last write that was made here,
 * and the last of it again and again. Refused writes are left out: the recorded client sent
 * children before their parents.
 */
public final class RecordedAzure implements Player {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern HIDDEN =
            Pattern.compile("/subscriptions/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}");
    private static final String HOST = "https://management.azure.com";

    private final Map<String, List<RecordedExchange>> byPath = new HashMap<>();

    /** Of each path the place of the last write that was made, and of the last look. */
    private final Map<String, Integer> written = new HashMap<>();

    private final Map<String, Integer> looked = new HashMap<>();
    private final Set<String> gone = new HashSet<>();

    /**
     * @param url where it is asked
     * @param subscription takes the place of the recorded one
     */
    public RecordedAzure(List<RecordedExchange> exchanges, String url, String subscription) {
        boolean ended = false;
        for (var each : exchanges) {
            var here = here(each, url, subscription);
            ended |= each.method().equals("DELETE");
            var before =
                    byPath.computeIfAbsent(
                            key(here.path(), here.query()), path -> new ArrayList<>());
            if (!refused(here) && !again(before, here) && !(ended && here.status() == 404)) {
                before.add(here);
            }
        }
    }

    /** What is at work for hours says the same a hundred times. */
    private static boolean again(List<RecordedExchange> before, RecordedExchange each) {
        if (before.isEmpty() || !each.method().equals("GET")) {
            return false;
        }
        var last = before.getLast();
        return last.method().equals("GET")
                && last.status() == each.status()
                && Objects.equals(last.body(), each.body());
    }

    private static boolean refused(RecordedExchange each) {
        return each.status() >= 400 && !each.method().equals("GET");
    }

    private static RecordedExchange here(RecordedExchange each, String url, String subscription) {
        Map<String, String> headers = new LinkedHashMap<>();
        each.headers()
                .forEach(
                        (name, value) ->
                                headers.put(name, own(value, subscription).replace(HOST, url)));
        headers.keySet().removeIf(name -> name.equalsIgnoreCase("Content-Length"));
        // operations go on with each look at them
        headers.keySet().removeIf(name -> name.equalsIgnoreCase("Retry-After"));
        headers.put("Retry-After", "0");
        try {
            return new RecordedExchange(
                    each.method(),
                    own(each.path(), subscription),
                    each.query(),
                    each.status(),
                    headers,
                    each.body() == null
                            ? null
                            : JSON.readTree(own(each.body().toString(), subscription)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whoever recorded hid the subscription, but for ids that Azure shows in capital letters. */
    private static String own(String text, String subscription) {
        return HIDDEN.matcher(text.replace(ReplayFolder.SUBSCRIPTION, subscription))
                .replaceAll("/subscriptions/" + subscription);
    }

    /** Some operations have the path of their resource, and are told apart by a parameter. */
    private static String key(String path, Map<String, String> query) {
        var operation = query.keySet().stream().filter(name -> name.contains("async")).findFirst();
        return path.toLowerCase(Locale.ROOT)
                + operation.map(name -> "?" + query.get(name)).orElse("");
    }

    @Override
    public synchronized Optional<Played> answer(
            String method, String path, Map<String, String> query) {
        var key = key(path, query);
        return switch (method) {
            case "GET" -> look(key);
            case "DELETE" -> Optional.of(delete(key));
            default -> write(method, key);
        };
    }

    private Optional<Played> look(String path) {
        var all = byPath.getOrDefault(path, List.of());
        if (gone.stream().anyMatch(each -> path.equals(each) || path.startsWith(each + "/"))) {
            return Optional.of(missing());
        }
        int last = written.getOrDefault(path, -1);
        boolean resource = all.stream().anyMatch(each -> each.method().equals("PUT"));
        var next = next(all, "GET", Math.max(last, looked.getOrDefault(path, -1)));
        if (resource
                && last < 0
                && (next < 0 || all.get(next).status() >= 300 || !first(all, next))) {
            return Optional.of(missing());
        }
        if (next >= 0) {
            looked.put(path, next);
            return Optional.of(played(all.get(next)));
        }
        if (looked.getOrDefault(path, -1) > last) {
            return Optional.of(played(all.get(looked.get(path))));
        }
        return resource ? Optional.of(shown(all.get(last))) : Optional.empty();
    }

    /** Whether nothing was written before: what was found, and is older than the recording. */
    private static boolean first(List<RecordedExchange> all, int place) {
        return all.subList(0, place).stream().allMatch(each -> each.method().equals("GET"));
    }

    private static int next(List<RecordedExchange> all, String method, int after) {
        for (int i = after + 1; i < all.size(); i++) {
            if (all.get(i).method().equals(method)) {
                return i;
            }
        }
        return -1;
    }

    /** What an answer to a write says of the resource. */
    private static Played shown(RecordedExchange last) {
        return last.body() == null ? missing() : new Played(200, Map.of(), last.body());
    }

    private Optional<Played> write(String method, String path) {
        gone.removeIf(path::equals);
        var all = byPath.getOrDefault(path, List.of());
        int last = written.getOrDefault(path, -1);
        int next = next(all, method, last);
        if (next >= 0) {
            written.put(path, next);
            return Optional.of(played(all.get(next)));
        }
        // again: as the last time
        return last >= 0 && all.get(last).method().equals(method)
                ? Optional.of(played(all.get(last)))
                : Optional.empty();
    }

    /** The recorded client deleted groups alone. */
    private Played delete(String path) {
        boolean was = gone.add(path);
        var answer =
                byPath.getOrDefault(path, List.of()).stream()
                        .filter(each -> each.method().equals("DELETE"))
                        .findFirst();
        return answer.map(RecordedAzure::played)
                .orElseGet(() -> new Played(was ? 200 : 204, Map.of(), null));
    }

    private static Played played(RecordedExchange each) {
        return new Played(each.status(), each.headers(), each.body());
    }

    private static Played missing() {
        return new Played(
                404,
                Map.of(),
                JSON.createObjectNode()
                        .set(
                                "error",
                                JSON.createObjectNode()
                                        .put("code", "ResourceNotFound")
                                        .put("message", "The resource was not found.")));
    }
}
