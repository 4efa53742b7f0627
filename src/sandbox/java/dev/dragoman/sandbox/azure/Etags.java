package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Entity tags, for the types whose answers have one. A tag changes whenever anything in the answer
 * changes, including children in its body.
 */
final class Etags {
    private static final String MATCH = "If-Match";

    /**
     * Prefixes of types with tags. Traffic Manager has no tags, although it is of the network
     * provider.
     */
    private static final List<String> WITH =
            List.of("microsoft.network/", "microsoft.containerservice/managedclusters");

    private static final List<String> WITHOUT = List.of("microsoft.network/trafficmanagerprofiles");

    private Etags() {}

    /** Adds the tag to an answer, if the type has one. */
    static void put(Types.Type type, ObjectNode answer) {
        var name = type.name().toLowerCase(Locale.ROOT);
        if (WITH.stream().anyMatch(name::startsWith)
                && WITHOUT.stream().noneMatch(name::startsWith)) {
            answer.put("etag", of(answer));
        }
    }

    private static String of(ObjectNode answer) {
        var bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        return "W/\"%s\"".formatted(UUID.nameUUIDFromBytes(bytes));
    }

    /**
     * Refuses a write whose {@code If-Match} is not the current tag.
     *
     * @param shown the current answer to a GET of the resource
     */
    static void require(Call call, ObjectNode shown) {
        if (call.header("If-None-Match").isPresent() && shown.has("etag")) {
            throw ArmError.of(
                    412,
                    "PreconditionFailed",
                    "The resource %s exists, and If-None-Match forbids to replace it."
                            .formatted(shown.path("id").asText()));
        }
        var wanted = call.header(MATCH).orElse("*");
        var there = shown.path("etag").asText("");
        if (!wanted.equals("*") && !there.isEmpty() && !wanted.equals(there)) {
            throw ArmError.of(
                    412,
                    "PreconditionFailed",
                    "Precondition failed: the etag in If-Match, %s, is not that of %s, %s."
                            .formatted(wanted, shown.path("id").asText(), there));
        }
    }
}
