package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Child resources that are also part of their parent's body, such as the subnets of a virtual
 * network. A PUT of the parent creates or replaces all children in its body and deletes all other
 * children. A GET of the parent shows all children. Every method runs with the lock of {@link
 * Resources} held.
 */
final class EmbeddedChildren {
    private final Types types;
    private final Resources resources;
    private final Rendering rendering;

    EmbeddedChildren(Types types, Resources resources, Rendering rendering) {
        this.types = types;
        this.resources = resources;
        this.rendering = rendering;
    }

    /**
     * The last segments of the children's types, for fields that have another name; by parent type
     * and field.
     */
    private static final Map<String, List<String>> TYPES =
            Map.of(
                    "microsoft.network/trafficmanagerprofiles.endpoints",
                    List.of("azureEndpoints", "externalEndpoints", "nestedEndpoints"),
                    "microsoft.containerservice/managedclusters.agentpoolprofiles",
                    List.of("agentPools"));

    /**
     * Fields whose elements have no {@code properties} object. A PUT of the parent deletes none of
     * their children.
     */
    private static final List<String> FLAT = List.of("agentPoolProfiles");

    /**
     * A list of children of one type in the parent's body.
     *
     * @param path dotted path of the list
     */
    private record Place(String path, Types.Type type) {
        boolean flat() {
            return FLAT.contains(path.substring(path.lastIndexOf('.') + 1));
        }

        /** Whether an element has this type; true also for an element without {@code type}. */
        boolean has(JsonNode element) {
            var said = element.path("type").asText("");
            return said.isEmpty() || said.equalsIgnoreCase(type.name());
        }

        JsonNode wrapped(JsonNode element) {
            if (!flat()) {
                return element;
            }
            var properties = ((ObjectNode) element).deepCopy();
            properties.remove("name");
            return Json.object().set("properties", properties);
        }

        JsonNode shown(ObjectNode child) {
            if (!flat()) {
                return child;
            }
            var flat = Json.object().put("name", child.path("name").asText());
            child.path("properties").properties().forEach(f -> flat.set(f.getKey(), f.getValue()));
            return flat;
        }
    }

    private List<Place> places(Types.Type parent, String apiVersion) {
        var found = new ArrayList<Place>();
        parent.usable(apiVersion).ifPresent(v -> find(parent, v.body(), "", found));
        return found;
    }

    private void find(
            Types.Type parent, List<BodyField> fields, String below, List<Place> found) {
        for (var field : fields) {
            if (field.kept()) {
                var named = (parent.name() + "." + field.arm()).toLowerCase(Locale.ROOT);
                TYPES.getOrDefault(named, List.of(field.arm()))
                        .forEach(
                                last ->
                                        types.find(parent.name() + "/" + last)
                                                .ifPresent(
                                                        type ->
                                                                found.add(
                                                                        new Place(
                                                                                below + field.arm(),
                                                                                type))));
            } else if (field.shape() == BodyField.Shape.OBJECT) {
                find(parent, field.fields(), below + field.arm() + ".", found);
            }
        }
    }

    /**
     * Creates or replaces the children in the parent's new state, and deletes all other children.
     */
    void take(Resource parent, Request request, boolean partial) {
        var places = places(parent.type, request.apiVersion());
        for (var place : places) {
            var elements = Json.at(parent.state, place.path());
            if (partial && elements.isMissingNode()) {
                continue;
            }
            if (place.flat()) {
                takeKnown(parent, place, elements, request);
                continue;
            }
            var wanted = new HashSet<String>();
            for (var element : elements) {
                if (place.has(element)) {
                    wanted.add(take(parent, place, element, request));
                }
            }
            of(parent, place).stream()
                    .filter(child -> !wanted.contains(child.key))
                    .forEach(resources::remove);
        }
        places.stream()
                .filter(place -> !place.flat())
                .forEach(place -> Json.remove(parent.state, place.path()));
    }

    /**
     * Writes the elements whose child resource exists. Other elements, such as an agent pool that
     * exists only in its cluster's body, stay in the parent's state.
     */
    private void takeKnown(Resource parent, Place place, JsonNode elements, Request request) {
        var known =
                of(parent, place).stream().map(child -> child.id.name().toLowerCase(Locale.ROOT)).toList();
        for (var each = elements.elements(); each.hasNext(); ) {
            var element = each.next();
            if (known.contains(element.path("name").asText().toLowerCase(Locale.ROOT))) {
                var _ = take(parent, place, element, request);
                each.remove();
            }
        }
    }

    private String take(Resource parent, Place place, JsonNode element, Request request) {
        var path =
                "%s/%s/%s"
                        .formatted(
                                parent.id.path(),
                                Types.last(place.type().name()),
                                element.path("name").asText());
        var id =
                ArmId.parse(path)
                        .filter(any -> element.path("name").isTextual())
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                400,
                                                "InvalidRequestFormat",
                                                "Cannot parse the request: an element of %s has no name."
                                                        .formatted(place.path())));
        var child =
                resources
                        .find(path)
                        .orElseGet(() -> new Resource(id, place.type(), request.apiVersion()));
        rendering.write(
                child,
                place.wrapped(element),
                types.behaviour(place.type().name(), request.apiVersion()),
                false,
                request.caller().objectId());
        resources.put(child);
        return child.key;
    }

    private List<Resource> of(Resource parent, Place place) {
        int depth = parent.key.split("/", -1).length + 2;
        var segment = "/" + Types.last(place.type().name()).toLowerCase(Locale.ROOT) + "/";
        return resources.below(parent.id.path()).stream()
                .filter(child -> child.type.name().equals(place.type().name()))
                .filter(child -> child.key.split("/", -1).length == depth)
                .filter(child -> child.key.toLowerCase(Locale.ROOT).contains(segment))
                .toList();
    }

    /** Adds the children to an answer about their parent. */
    void show(Resource parent, ObjectNode answer, String apiVersion) {
        for (var place : places(parent.type, apiVersion)) {
            var children = of(parent, place);
            if (children.isEmpty()) {
                continue;
            }
            var holder = answer;
            var names = place.path().split("\\.", -1);
            for (int i = 0; i < names.length - 1; i++) {
                holder = holder.withObject("/" + names[i]);
            }
            var list = holder.withArray("/" + names[names.length - 1]);
            for (var child : children) {
                for (var each = list.elements(); place.flat() && each.hasNext(); ) {
                    if (each.next().path("name").asText().equalsIgnoreCase(child.id.name())) {
                        each.remove();
                    }
                }
                list.add(place.shown(rendering.answer(child, apiVersion, null)));
            }
        }
    }
}
