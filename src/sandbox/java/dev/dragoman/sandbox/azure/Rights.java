package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.azure.entra.Assertions;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.ManagedIdentities;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Authorisation. A registered client has all rights in its scopes. An identity that exists as a
 * resource has all rights in the scopes of its role assignments. A role assignment for Reader, or
 * for a role for the data of key vaults, gives the right to read only.
 */
final class Rights implements ManagedIdentities {
    /**
     * Reader, and the roles for the data of key vaults: Administrator, Secrets Officer, Secrets
     * User, Reader.
     */
    private static final List<String> READING =
            List.of(
                    "acdd72a7-3385-48ef-bd42-f606fba81ae7",
                    "00482a5a-887f-4fb3-b363-3b7fe8e74483",
                    "b86a8fe4-44ce-4948-aee5-eccb2c155cd7",
                    "4633458b-17de-408a-b874-0445c86b69e6",
                    "21090545-7ca7-4776-b22c-e363652d74d2");

    private static final String ASSIGNMENTS = "microsoft.authorization/roleassignments";
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
        boolean reads = method.equals("GET") || method.equals("HEAD");
        var target = ArmId.key(id.isCollection() && id.names().isEmpty() ? id.scope() : id.path());
        if (registered(caller, target) || assigned(caller, target, reads)) {
            return;
        }
        var verb =
                switch (method) {
                    case "GET", "HEAD" -> "read";
                    case "DELETE" -> "delete";
                    case "POST" -> id.trailing().orElse("") + "/action";
                    default -> "write";
                };
        throw ArmError.gateway(
                403,
                "AuthorizationFailed",
                ("The client '%s' with object id '%s' does not have authorization to perform action"
                        + " '%s/%s' over scope '%s' or the scope is invalid. If access was recently"
                        + " granted, please refresh your credentials.")
                        .formatted(
                                caller.clientId(),
                                caller.objectId(),
                                id.namespace() + "/" + String.join("/", id.types()),
                                verb,
                                target));
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

    private static java.util.stream.Stream<Assertions.Trust> trusts(Resource credential) {
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

    private boolean assigned(Tokens.Caller caller, String target, boolean reads) {
        return resources.all().stream()
                .filter(r -> is(r, ASSIGNMENTS))
                .filter(r -> property(r, "principalId").equalsIgnoreCase(caller.objectId()))
                .filter(r -> reads || !reading(property(r, "roleDefinitionId")))
                .anyMatch(r -> covers(List.of(r.id.scope()), target));
    }

    private static boolean reading(String role) {
        return READING.stream().anyMatch(role.toLowerCase(Locale.ROOT)::endsWith);
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
