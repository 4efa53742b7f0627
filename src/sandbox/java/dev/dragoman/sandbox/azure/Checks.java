package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.model.CreationFields;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The checks of Resource Manager and the providers before anything changes. Each method throws an
 * {@link ArmError} when it refuses the request.
 */
final class Checks {
    private static final Pattern VERSION =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-[a-zA-Z0-9.]+)?");

    private final Types types;
    private final Resources resources;
    private final Providers providers;

    Checks(Types types, Resources resources, Providers providers) {
        this.types = types;
        this.resources = resources;
        this.providers = providers;
    }

    /** The api-version of a call; it must be present and have the right form. */
    static String apiVersion(Call call) {
        var version =
                call.parameter("api-version")
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                400,
                                                "MissingApiVersionParameter",
                                                "The api-version query parameter (?api-version=)"
                                                        + " is required for all requests."));
        if (!VERSION.matcher(version).matches()) {
            throw ArmError.gateway(
                    400,
                    "InvalidApiVersionParameter",
                    "The api-version '" + version + "' is invalid.");
        }
        return version;
    }

    /**
     * The type of an id. It must exist in this api-version, and its provider must be registered.
     */
    Types.Type type(ArmId id, String armType, String apiVersion) {
        if (types.namespace(id.namespace()).isEmpty()) {
            throw ArmError.gateway(
                    404,
                    "InvalidResourceNamespace",
                    "The resource namespace '" + id.namespace() + "' is invalid.");
        }
        var type =
                types.find(armType)
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                404,
                                                "InvalidResourceType",
                                                ("The resource type '%s' could not be found in the"
                                                     + " namespace '%s' for api version '%s'. The"
                                                     + " supported api-versions are ''.")
                                                        .formatted(
                                                                armType.substring(
                                                                        armType.indexOf('/') + 1),
                                                                id.namespace(),
                                                                apiVersion)));
        if (!type.versions().containsKey(apiVersion)) {
            throw unknownVersion(type, id, apiVersion);
        }
        if (!id.isGroup()) {
            providers.require(type.namespace());
        }
        return type;
    }

    private ArmError unknownVersion(Types.Type type, ArmId id, String apiVersion) {
        var supported = String.join(", ", type.versions().keySet());
        if (type.name().equalsIgnoreCase(ArmId.GROUPS)) { // also for the list of all groups
            return ArmError.gateway(
                    400,
                    "InvalidApiVersionParameter",
                    "The api-version '%s' is invalid. The supported versions are '%s'."
                            .formatted(apiVersion, supported));
        }
        return ArmError.gateway(
                400,
                "NoRegisteredProviderFound",
                ("No registered resource provider found for location '%s' and API version '%s' for"
                     + " type '%s'. The supported api-versions are '%s'. The supported locations"
                     + " are '%s'.")
                        .formatted(
                                location(id),
                                apiVersion,
                                type.path(),
                                supported,
                                String.join(", ", types.locations().keySet())));
    }

    private String location(ArmId id) {
        return id.groupId()
                .flatMap(resources::find)
                .map(g -> g.state.path("location").asText())
                .orElse("");
    }

    /** Requires that the resource group exists and, for a write, is not being deleted. */
    void group(ArmId id, boolean write) {
        if (id.isGroup() || id.group().isEmpty()) {
            return;
        }
        var name = id.group().get();
        var group =
                id.groupId()
                        .flatMap(resources::find)
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                404,
                                                "ResourceGroupNotFound",
                                                "Resource group '"
                                                        + name
                                                        + "' could not be found."));
        if (write && group.deleting()) {
            throw ArmError.gateway(
                    409,
                    "ResourceGroupBeingDeleted",
                    "The resource group '"
                            + name
                            + "' is in deprovisioning state and cannot perform this operation.");
        }
    }

    /** Requires that the parent exists and, for a write, that no operation runs on it. */
    void parent(ArmId id, Types.Type type, String verb) {
        var parent = resources.find(id.parent());
        boolean below = id.nested() || id.scope().toLowerCase(java.util.Locale.ROOT).contains("/providers/");
        if (below && parent.filter(this::visible).isEmpty()) {
            throw ArmError.gateway(
                    404,
                    "ParentResourceNotFound",
                    ("Failed to perform '%s' on resource(s) of type '%s', because the parent"
                            + " resource '%s' could not be found.")
                            .formatted(verb, type.path(), id.parent()));
        }
        if (verb.equals("write") && parent.isPresent() && !parent.get().id.isGroup()) {
            notBusy(parent.get());
        }
    }

    boolean visible(Resource resource) {
        return !resource.creating()
                || types.behaviour(resource.type.name(), resource.apiVersion).visible();
    }

    /**
     * Requires that the subscription is registered for a provider that the resource needs in
     * addition to its own.
     */
    void registered(String namespace) {
        providers.require(namespace);
    }

    /** Requires that no operation runs on the resource. */
    void notBusy(Resource resource) {
        if (resource.operation == null) {
            return;
        }
        var busy = types.behaviour(resource.type.name(), resource.apiVersion).busy();
        throw busy == null
                ? ArmError.of(
                        409,
                        "AnotherOperationInProgress",
                        "Another operation on this or dependent resource is in progress.")
                : failure(busy, resource);
    }

    /** Checks scope and name of a resource. */
    void place(ArmId id, Types.Type type, Behaviour how) {
        if (!type.extension() && !id.nested() && !id.parent().equals(id.groupId().orElse(""))) {
            throw ArmError.gateway(
                    404,
                    "InvalidResourceType",
                    "The resource type '" + type.path() + "' exists in resource groups only.");
        }
        var fixed = type.fixedName();
        if (fixed.isPresent() && !fixed.get().equalsIgnoreCase(id.name())) {
            throw ArmError.of(
                    400,
                    "InvalidResourceName",
                    "The name '%s' is not allowed; the only %s is '%s'."
                            .formatted(id.name(), Types.last(type.name()), fixed.get()));
        }
        var rule = how.name();
        if (rule != null && !Pattern.matches(rule.pattern(), id.name())) {
            throw ArmError.of(400, rule.code(), rule.message().replace("{name}", id.name()));
        }
    }

    /** Checks the name and the location in a body. */
    void identity(ArmId id, JsonNode body) {
        var name = body.path("name");
        if (name.isTextual() && !name.asText().equalsIgnoreCase(id.name())) {
            throw BodyRules.invalid(
                    "The resource name '%s' in the body does not match '%s' in the URL."
                            .formatted(name.asText(), id.name()));
        }
        var location = body.path("location").asText("");
        if (!location.isEmpty()
                && !types.locations().containsKey(Types.normalLocation(location))) {
            var error =
                    id.isGroup()
                            ? "LocationNotAvailableForResourceGroup"
                            : "LocationNotAvailableForResourceType";
            throw ArmError.gateway(
                    400,
                    error,
                    "The provided location '%s' is not available for resource type '%s'. List of available regions for the resource type is '%s'."
                            .formatted(
                                    location,
                                    id.type(),
                                    String.join(",", types.locations().keySet())));
        }
    }

    /** Requires that an update leaves location and immutable properties as they are. */
    void unchanged(Resource resource, ObjectNode body, Behaviour how) {
        var was = resource.state.path("location").asText("");
        var location = Types.normalLocation(body.path("location").asText(""));
        if (!was.isEmpty() && !location.isEmpty() && !was.equals(location)) {
            throw resource.id.isGroup()
                    ? ArmError.gateway(
                            409,
                            "InvalidResourceGroupLocation",
                            ("Invalid resource group location '%s'. The Resource group already"
                                    + " exists in location '%s'.")
                                    .formatted(location, was))
                    : ArmError.gateway(
                            409,
                            "InvalidResourceLocation",
                            ("The resource '%s' already exists in location '%s' in resource group"
                                    + " '%s'. A resource with the same name cannot be created in"
                                    + " location '%s'. Please select a new resource name.")
                                    .formatted(
                                            resource.id.name(),
                                            was,
                                            resource.id.group().orElse(""),
                                            location));
        }
        for (var path : how.immutable()) {
            var wanted = Json.at(body, path);
            var have = Json.at(resource.state, path);
            if (!wanted.isMissingNode() && !have.isMissingNode() && !wanted.equals(have)) {
                if (how.unchanged() != null) {
                    throw failure(how.unchanged(), resource);
                }
                throw ArmError.gateway(
                        409,
                        "PropertyChangeNotAllowed",
                        "Changing property '" + path + "' is not allowed.");
            }
        }
    }

    /**
     * Whether the body makes a resource of another one, or restores it. Such a body is refused for
     * a resource that exists; a vault that exists takes it.
     */
    boolean copied(Types.Type type, ObjectNode body, boolean exists) {
        var rules = type.kinds().stream().flatMap(kind -> kind.rules().creation().stream()).toList();
        boolean copied = CreationFields.any(
                        rules,
                        Json.MAPPER.convertValue(
                                body, new TypeReference<Map<String, Object>>() {}));
        if (copied && exists && !type.name().equalsIgnoreCase("Microsoft.KeyVault/vaults")) {
            throw ArmError.of(
                    400,
                    "InvalidParameterValue",
                    "The resource exists; what it is made of counts only in its creation.");
        }
        return copied;
    }

    /**
     * The checks of the resource provider: required properties, ranges of numbers, unique names, and
     * the number of resources below one parent.
     */
    void provider(Resource resource, ObjectNode body, Behaviour how, boolean partial) {
        for (var path : how.required()) {
            if (!partial && Json.at(body, path).isMissingNode()) {
                throw BodyRules.invalid("Required property '" + path + "' not found in JSON.");
            }
        }
        for (var range : how.ranges()) {
            var value = Json.at(body, range.path());
            if (value.isNumber() && (value.asDouble() < range.min() || value.asDouble() > range.max())) {
                throw ArmError.of(400, range.code(), range.message());
            }
        }
        if (how.unique() != null
                && resources.all().stream()
                        .anyMatch(
                                r ->
                                        r.type.name().equals(resource.type.name())
                                                && r.id.name().equalsIgnoreCase(resource.id.name())
                                                && !r.key.equals(resource.key))) {
            throw failure(how.unique(), resource);
        }
        var siblings =
                resources.below(resource.id.parent()).stream()
                        .filter(r -> r.type.equals(resource.type) && !r.key.equals(resource.key));
        if (how.limit() != null && siblings.count() >= how.limit().most()) {
            throw failure(how.limit().refused(), resource);
        }
    }

    /**
     * The resources that must be deleted with this one. Refuses the deletion if there are such
     * resources and the request does not ask to delete them.
     */
    List<Resource> dependents(Resource resource, Behaviour how, Call call) {
        if (how.dependents() == null) {
            return List.of();
        }
        var suffix =
                ArmId.key("/" + Types.last(resource.type.name()) + "/" + resource.id.name());
        var found =
                resources.below(resource.id.parent()).stream()
                        .filter(r -> r.type.name().equalsIgnoreCase(how.dependents().type()))
                        .filter(
                                r ->
                                        ArmId.key(Json.at(r.state, how.dependents().scope()).asText())
                                                .endsWith(suffix))
                        .toList();
        var wanted = call.parameter(how.dependents().query()).orElse("");
        if (!found.isEmpty() && !wanted.equalsIgnoreCase("true")) {
            throw failure(how.dependents().refused(), resource);
        }
        return found;
    }

    /** The error for a resource that does not exist. */
    ArmError notFound(ArmId id, Types.Type type, Behaviour how) {
        if (how.notFound() != null) {
            return failure(how.notFound(), new Resource(id, type, ""));
        }
        return id.isGroup()
                ? ArmError.gateway(
                        404,
                        "ResourceGroupNotFound",
                        "Resource group '" + id.name() + "' could not be found.")
                : ArmError.gateway(
                        404,
                        "ResourceNotFound",
                        ("The Resource '%s/%s' under resource group '%s' was not found. For more"
                                + " details please go to https://aka.ms/ARMResourceNotFoundFix")
                                .formatted(
                                        type.name(),
                                        String.join("/", id.names()),
                                        id.group().orElse("<null>")));
    }

    private static ArmError failure(Behaviour.Failure failure, Resource resource) {
        var message =
                failure.message()
                        .replace("{name}", resource.id.name())
                        .replace("{id}", resource.id.path());
        return ArmError.of(failure.status(), failure.code(), message);
    }
}
