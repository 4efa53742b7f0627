package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Clock;
import java.util.regex.Pattern;

/** Turns written bodies into the state of a resource, and the state into answers. */
final class Rendering {
    /** Groups: 1 the subscription, 2 the last provider with its type and name. */
    private static final Pattern SUBSCRIPTION =
            Pattern.compile("(?i)^(/subscriptions/[^/]+)/.*?(/providers/[^/]+/[^/]+/[^/]+)$");

    private final Types types;
    private final Options options;
    private final Clock clock;

    Rendering(Types types, Options options, Clock clock) {
        this.types = types;
        this.options = options;
        this.clock = clock;
    }

    Template template(Resource resource, String caller) {
        return new Template(
                resource,
                options.tenantId(),
                options.subscriptionId(),
                caller,
                clock.instant());
    }

    /**
     * Applies the body of a PUT or PATCH to a resource, with the defaults and read-only values of
     * its type.
     *
     * @param partial whether the body is of a PATCH
     * @param caller object id of the caller
     */
    void write(Resource resource, JsonNode sent, Behaviour how, boolean partial, String caller) {
        var body = (ObjectNode) sent.deepCopy();
        body.remove(java.util.List.of("id", "name", "type", "etag", "systemData"));
        ObjectNode state = how.replace() && !partial ? Json.object() : resource.state.deepCopy();
        if (!partial && state.has("tags")) {
            state.remove("tags");
        }
        var location = resource.state.path("location");
        Json.mergePatch(state, body);
        if (location.isTextual()) {
            state.set("location", location);
        } else if (state.path("location").isTextual()) {
            state.put("location", Types.normalLocation(state.path("location").asText()));
        }
        if (state.path("tags").isEmpty()) {
            state.remove("tags");
        }
        Json.dropNulls(state);
        resource.state = state;
        Json.fill(state, template(resource, caller).object(how.defaults()));
        if (resource.made == null) {
            resource.made = template(resource, caller).object(how.created());
        }
        Json.mergePatch(state, resource.made);
        Json.mergePatch(state, template(resource, caller).object(how.always()));
        Json.fill(state, Computed.identity(resource));
        if (how.any()) {
            Json.fill(state, Computed.exported(resource));
        }
        how.writeOnly().forEach(path -> Json.remove(state, path));
    }

    /**
     * The body of an answer in this api-version.
     *
     * @param parentLocation null when the parent has none
     */
    ObjectNode answer(Resource resource, String apiVersion, String parentLocation) {
        var how = types.behaviour(resource.type.name(), apiVersion);
        var body = Json.object();
        body.put("id", answeredId(resource, how))
                .put("name", resource.id.name())
                .put("type", how.typeName() == null ? resource.type.name() : how.typeName());
        resource.state.properties().forEach(f -> body.set(f.getKey(), f.getValue().deepCopy()));
        if (how.inheritLocation() && parentLocation != null) {
            body.put("location", parentLocation);
        }
        if (how.displayLocation() && body.path("location").isTextual()) {
            var location = body.path("location").asText();
            body.put("location", types.locations().getOrDefault(location, location));
        }
        if (!body.has("tags") && tagged(resource, apiVersion) && !how.omitEmptyTags()) {
            body.putObject("tags");
        }
        if (resource.operation != null) {
            Json.mergePatch(body, during(resource, how));
        }
        if (resource.shown != null && clock.instant().isBefore(resource.shownUntil)) {
            body.withObject("/properties").put("provisioningState", resource.shown);
        }
        return body;
    }

    private ObjectNode during(Resource resource, Behaviour how) {
        var template = template(resource, "");
        return switch (resource.operation.verb) {
            case CREATE -> template.object(how.creating());
            case UPDATE -> template.object(how.updating());
            case DELETE -> {
                var deleting = Json.object();
                deleting.putObject("properties").put("provisioningState", "Deleting");
                yield deleting;
            }
        };
    }

    private static boolean tagged(Resource resource, String apiVersion) {
        return resource.type
                .usable(apiVersion)
                .map(v -> v.body().stream().anyMatch(f -> f.arm().equals("tags")))
                .orElse(false);
    }

    private static String answeredId(Resource resource, Behaviour how) {
        var id = resource.id.path();
        if (how.inSubscription()) {
            return SUBSCRIPTION.matcher(id).replaceFirst("$1$2");
        }
        return how.groupsSegment() == null
                ? id
                : id.replaceFirst("(?i)/resourceGroups/", "/" + how.groupsSegment() + "/");
    }
}
