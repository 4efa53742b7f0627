package dev.dragoman.cli.trial;

import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.kube.object.Json;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Key Vaults in memory, which are empty at first and keep what is deleted. Not thread-safe. */
final class MemoryVaults {
    private static final String VALUE = "value";

    private final Map<String, Map<String, Object>> entries = new HashMap<>();
    private final Map<String, Map<String, Object>> deleted = new HashMap<>();
    private int version;

    static boolean has(URI url) {
        return url.getHost().contains(".vault.");
    }

    /** A request's body as it may be shown. */
    static Object hidden(Object body) {
        return body instanceof Map<?, ?> map && map.containsKey(VALUE)
                ? Json.with(Json.copyMap(map), VALUE, "***")
                : body;
    }

    /** Answers as Key Vault does: {@code /secrets/NAME}, {@code /deletedsecrets/NAME}. */
    Given answer(String method, URI url, Object body) {
        var parts = url.getPath().substring(1).split("/", -1);
        boolean gone = parts[0].equals("deletedsecrets");
        var from = gone ? deleted : entries;
        var key =
                (url.getHost() + "/" + (parts.length > 1 ? parts[1] : "")).toLowerCase(Locale.ROOT);
        if (method.equals("PUT") || method.equals("PATCH")) {
            var entry = Json.copyMap(entries.getOrDefault(key, Map.of()));
            entry.putAll(Json.copyMap((Map<?, ?>) body));
            version++;
            entry.put(
                    "id",
                    "https://%s/secrets/%s/%032x".formatted(url.getHost(), parts[1], version));
            var attributes = Json.with(Json.map(entry, "attributes"), "enabled", true);
            attributes.put("recoveryLevel", "Recoverable+Purgeable");
            entry.put("attributes", attributes);
            entries.put(key, entry);
            return ok(entry);
        }
        var found = from.get(key);
        if (found == null) {
            return GivenAnswers.error(404, "SecretNotFound", "there is no such entry");
        }
        if (method.equals("GET")) {
            return ok(found);
        }
        from.remove(key);
        if (method.equals("POST")) {
            entries.put(key, found);
        } else if (!gone) {
            found.put(
                    "recoveryId",
                    "https://%s/deletedsecrets/%s".formatted(url.getHost(), parts[1]));
            // seconds; nobody compares them
            found.put("deletedDate", 0);
            found.put("scheduledPurgeDate", 0);
            deleted.put(key, found);
        }
        return ok(found);
    }

    private static Given ok(Map<String, Object> entry) {
        return new Given(200, Map.of(), entry);
    }
}
