package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.entra.Assertions;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.ManagedIdentities;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Authorisation. A registered client has all rights in its scopes. By a role assignment a client,
 * and an identity that exists as a resource, may do the actions of the role at and below the scope.
 */
final class Rights implements ManagedIdentities {
    private static final String ASSIGNMENTS = "microsoft.authorization/roleassignments";
    private static final String GROUPS = "Microsoft.Resources/subscriptions/resourceGroups";
    private static final String DEFINITIONS = "microsoft.authorization/roledefinitions";
    private static final String IDENTITIES = "microsoft.managedidentity/userassignedidentities";
    private static final String CREDENTIALS = IDENTITIES + "/federatedidentitycredentials";

    private final Directory directory;
    private final Resources resources;

    Rights(Directory directory, Resources resources) {
        this.directory = directory;
        this.resources = resources;
    }

    /**
     * Requires that the caller may send the request. Runs with the lock of {@link Resources} held.
     *
     * @throws ArmError AuthorizationFailed
     */
    void check(Tokens.Caller caller, String method, ArmId id) {
        var action = action(method, id);
        var target = ArmId.key(id.isCollection() && id.names().isEmpty() ? id.scope() : id.path());
        if (registered(caller, target) || assigned(caller, target, action)) {
            return;
        }
        throw ArmError.gateway(
                403,
                "AuthorizationFailed",
                ("The client '%s' with object id '%s' does not have authorization to perform action"
                        + " '%s' over scope '%s' or the scope is invalid. If access was recently"
                        + " granted, please refresh your credentials.")
                        .formatted(caller.clientId(), caller.objectId(), action, target));
    }

    /** The name of an action, as in role definitions. */
    static String action(String method, ArmId id) {
        var type = id.namespace() + "/" + String.join("/", id.types());
        var verb =
                switch (method) {
                    case "GET", "HEAD" -> "read";
                    case "DELETE" -> "delete";
                    case "POST" -> "action";
                    default -> "write";
                };
        return type.replaceFirst("(?i)^Microsoft.Resources/resourceGroups", GROUPS) + "/" + verb;
    }

    @Override
    public Optional<Identity> find(String clientId) {
        return resources.locked(
                () ->
                        resources.all().stream()
                                .filter(r -> is(r, IDENTITIES))
                                .filter(r -> property(r, "clientId").equals(clientId))
                                .findFirst()
                                .map(this::identity));
    }

    private Identity identity(Resource resource) {
        var trusts =
                resources.below(resource.id.path()).stream()
                        .filter(r -> is(r, CREDENTIALS))
                        .flatMap(Rights::trusts)
                        .toList();
        return new Identity(property(resource, "principalId"), trusts);
    }

    private static Stream<Assertions.Trust> trusts(Resource credential) {
        var audiences = new java.util.ArrayList<String>();
        Json.at(credential.state, "properties.audiences").forEach(a -> audiences.add(a.asText()));
        return audiences.stream()
                .map(
                        a ->
                                new Assertions.Trust(
                                        property(credential, "issuer"),
                                        property(credential, "subject"),
                                        a));
    }

    private boolean registered(Tokens.Caller caller, String target) {
        var scopes = directory.find(caller.clientId()).map(Client::scopes);
        return scopes.isPresent()
                && (scopes.get().isEmpty() || covers(scopes.get(), target));
    }

    private boolean assigned(Tokens.Caller caller, String target, String action) {
        return resources.all().stream()
                .filter(r -> is(r, ASSIGNMENTS))
                .filter(r -> property(r, "principalId").equalsIgnoreCase(caller.objectId()))
                .filter(r -> covers(List.of(r.id.scope()), target))
                .anyMatch(r -> allows(property(r, "roleDefinitionId"), action));
    }

    /** Whether a role has the action. A role that the sandbox does not know has none. */
    private boolean allows(String role, String action) {
        var id = role.substring(role.lastIndexOf('/') + 1);
        return BuiltInRoles.find(id)
                .map(r -> r.at("/properties/permissions"))
                .or(() -> custom(id))
                .map(all -> StreamSupport.stream(all.spliterator(), false))
                .orElseGet(Stream::empty)
                .anyMatch(each -> has(each, "actions", action) && !has(each, "notActions", action));
    }

    /** The permissions of a role definition that exists as a resource. */
    private Optional<JsonNode> custom(String id) {
        return resources.all().stream()
                .filter(r -> is(r, DEFINITIONS) && r.id.name().equalsIgnoreCase(id))
                .findFirst()
                .map(r -> Json.at(r.state, "properties.permissions"));
    }

    private static boolean has(JsonNode permission, String field, String action) {
        return StreamSupport.stream(permission.path(field).spliterator(), false)
                .map(JsonNode::asText)
                .anyMatch(each -> matches(each, action));
    }

    /** Who may read everything of a vault may read the vault: a segment {@code *} may be missing. */
    private static boolean matches(String pattern, String action) {
        return Stream.of(pattern, pattern.replace("/*/", "/"))
                .map(each -> "(?i)\\Q" + each.replace("*", "\\E.*\\Q") + "\\E")
                .anyMatch(action::matches);
    }

    private static boolean covers(List<String> scopes, String target) {
        return scopes.stream()
                .map(s -> s.toLowerCase(Locale.ROOT))
                .anyMatch(s -> target.equals(s) || target.startsWith(s + "/"));
    }

    private static boolean is(Resource resource, String type) {
        return resource.type.name().equalsIgnoreCase(type);
    }

    private static String property(Resource resource, String name) {
        return Json.at(resource.state, "properties." + name).asText("");
    }
}
