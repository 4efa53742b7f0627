package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deleted key vaults. Each keeps its name until it is recovered or purged. Guarded by the lock of
 * {@link Resources}. Answers to GET have the form of answers recorded from Azure.
 */
final class DeletedVaults {
    private static final String TYPE = "Microsoft.KeyVault/vaults";
    private static final Pattern PATH =
            Pattern.compile(
                    "(?i)/subscriptions/([^/]+)/providers/Microsoft.KeyVault/locations/([^/]+)/deletedVaults/([^/]+)(/purge)?");
    private static final Duration KEPT = Duration.ofDays(90);

    private final Map<String, Deleted> byName = new HashMap<>();
    private final Clock clock;
    private Consumer<String> purged = name -> {};

    private record Deleted(String id, JsonNode state, Instant at) {}

    DeletedVaults(Clock clock) {
        this.clock = clock;
    }

    /** Sets the listener that gets the name of each purged vault. */
    void onPurge(Consumer<String> listener) {
        purged = listener;
    }

    /** Records a removed resource if it is a key vault. */
    void removed(Resource resource) {
        if (resource.type.name().equalsIgnoreCase(TYPE)) {
            byName.put(
                    lower(resource.id.name()),
                    new Deleted(resource.id.path(), resource.state, clock.instant()));
        }
    }

    /**
     * Called before the creation of any resource. A deleted key vault of the same name is recovered
     * if the body asks for that.
     *
     * @throws ArmError when a vault of this name was deleted and the body does not ask to recover
     *     it
     */
    void create(ArmId id, Types.Type type, JsonNode body) {
        if (!type.name().equalsIgnoreCase(TYPE) || !byName.containsKey(lower(id.name()))) {
            return;
        }
        if (!Json.at(body, "properties.createMode").asText().equals("recover")) {
            throw ArmError.of(
                    409,
                    "ConflictError",
                    "A vault with the same name already exists in deleted state. You need to either"
                            + " recover or purge existing key vault.");
        }
        byName.remove(lower(id.name()));
    }

    /** Whether a path is about deleted vaults. */
    static boolean serves(String path) {
        return PATH.matcher(path).matches();
    }

    Answer answer(String method, String path) {
        var call = PATH.matcher(path);
        if (!call.matches()) {
            throw new IllegalArgumentException(path);
        }
        var found = find(call);
        boolean purge = call.group(4) != null;
        if (!method.equals(purge ? "POST" : "GET")) {
            return Writes.notSupported(method);
        }
        if (found.isEmpty()) {
            throw ArmError.of(
                    404,
                    "DeletedVaultNotFound",
                    ("The specified deleted vault '%s' does not exist. Ensure that the vault was indeed"
                     + " deleted and that it is in recoverable state.")
                            .formatted(call.group(3)));
        }
        if (purge) {
            byName.remove(lower(call.group(3)));
            purged.accept(call.group(3));
            return Answer.empty(202);
        }
        return Answer.of(200, shown(found.get(), call));
    }

    private Optional<Deleted> find(Matcher call) {
        return Optional.ofNullable(byName.get(lower(call.group(3))))
                .filter(
                        vault ->
                                Types.normalLocation(vault.state().path("location").asText())
                                        .equals(Types.normalLocation(call.group(2))));
    }

    private static ObjectNode shown(Deleted vault, Matcher call) {
        var id =
                "/subscriptions/%s/providers/Microsoft.KeyVault/locations/%s/deletedVaults/%s"
                        .formatted(call.group(1), call.group(2), call.group(3));
        var body =
                Json.object()
                        .put("id", id)
                        .put("name", call.group(3))
                        .put("type", "Microsoft.KeyVault/deletedVaults");
        var properties = body.putObject("properties").put("vaultId", vault.id());
        properties.set("location", vault.state().path("location"));
        var tags = vault.state().path("tags");
        properties.set("tags", tags.isObject() ? tags : Json.object());
        var at = vault.at().truncatedTo(ChronoUnit.SECONDS);
        properties.put("deletionDate", at.toString());
        properties.put("scheduledPurgeDate", at.plus(KEPT).toString());
        return body;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
