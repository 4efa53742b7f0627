package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.entra.Tokens;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Rights to secrets. They come from role assignments or from access policies, as set in the vault,
 * and from {@link #grant}. Roles in Resource Manager, such as Owner, give no right to secrets.
 * Thread-safe.
 */
final class VaultRights {
    private static final String EVERYTHING = "all";
    private static final String PREFIX = "Microsoft.KeyVault/vaults/secrets/";
    private static final Set<String> READING = Set.of("readMetadata/action");

    /** Data actions by role, from Azure's documentation of built-in roles. */
    private static final Map<String, Set<String>> ROLES =
            Map.of(
                    // Key Vault Administrator, Key Vault Secrets Officer
                    "00482a5a-887f-4fb3-b363-3b7fe8e74483", Set.of(EVERYTHING),
                    "b86a8fe4-44ce-4948-aee5-eccb2c155cd7", Set.of(EVERYTHING),
                    // Key Vault Secrets User
                    "4633458b-17de-408a-b874-0445c86b69e6",
                            Set.of("getSecret/action", "readMetadata/action"),
                    // Key Vault Reader
                    "21090545-7ca7-4776-b22c-e363652d74d2", READING);

    private final Vaults arm;
    private final String issuer;
    private final Map<String, Set<String>> granted = new ConcurrentHashMap<>();

    VaultRights(Vaults arm, String issuer) {
        this.arm = arm;
        this.issuer = issuer;
    }

    /**
     * Gives an application permissions of access policies in all vaults, instead of earlier ones.
     */
    void grant(String clientId, String... permissions) {
        for (var each : permissions) {
            if (!each.equalsIgnoreCase(EVERYTHING)
                    && Arrays.stream(SecretAction.values())
                            .noneMatch(a -> a.permission().equalsIgnoreCase(each))) {
                throw new IllegalArgumentException("there is no permission '" + each + "' to secrets");
            }
        }
        granted.put(
                clientId,
                Arrays.stream(permissions)
                        .map(each -> each.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * The name of the role assignment that allows the request; empty when an access policy or
     * {@link #grant} allows it.
     *
     * @throws VaultError 403
     */
    Optional<String> check(SecretRequest request, Vault vault, Tokens.Caller caller) {
        if (has(granted.getOrDefault(caller.clientId(), Set.of()), request.action().permission())) {
            return Optional.empty();
        }
        return vault.byRoles()
                ? Optional.of(byRole(request, vault, caller))
                : byPolicy(request, vault, caller);
    }

    private String byRole(SecretRequest request, Vault vault, Tokens.Caller caller) {
        var target = target(request, vault);
        return arm.assignments(caller.objectId()).stream()
                .filter(each -> covers(each.scope(), target))
                .filter(each -> has(actions(each.role()), request.action().dataAction()))
                .map(each -> each.id().substring(each.id().lastIndexOf('/') + 1))
                .findFirst()
                .orElseThrow(() -> forbiddenByRbac(request, vault, caller));
    }

    private Optional<String> byPolicy(SecretRequest request, Vault vault, Tokens.Caller caller) {
        var policies = vault.properties().path("accessPolicies");
        if (StreamSupport.stream(policies.spliterator(), false)
                .filter(each -> of(each, caller))
                .anyMatch(each -> has(permissions(each), request.action().permission()))) {
            return Optional.empty();
        }
        throw VaultError.forbidden(
                "ForbiddenByPolicy",
                ("The user, group or application '%s' does not have secrets %s permission on key vault"
                 + " '%s'. For help resolving this issue, please see"
                 + " https://go.microsoft.com/fwlink/?linkid=2125287")
                        .formatted(
                                named(caller), request.action().permission(), vault.place()));
    }

    private VaultError forbiddenByRbac(
            SecretRequest request, Vault vault, Tokens.Caller caller) {
        return VaultError.forbidden(
                "ForbiddenByRbac",
                ("Caller is not authorized to perform action on resource.\r\n"
                 + "If role assignments, deny assignments or role definitions were changed recently,"
                 + " please observe propagation time.\r\n"
                 + "Caller: %s\r\nAction: '%s'\r\nResource: '%s'\r\nAssignment: (not found)\r\n"
                 + "DenyAssignmentId: null\r\nDecisionReason: null \r\nVault: %s\r\n")
                        .formatted(
                                named(caller),
                                PREFIX + request.action().dataAction(),
                                target(request, vault),
                                vault.place()));
    }

    /** The caller, in the form that Key Vault's messages have. */
    String named(Tokens.Caller caller) {
        return "appid=%s;oid=%s;iss=%s".formatted(caller.clientId(), caller.objectId(), issuer);
    }

    private static String target(SecretRequest request, Vault vault) {
        var id = request.name().isEmpty() ? vault.id() : vault.id() + "/secrets/" + request.name();
        return id.toLowerCase(Locale.ROOT);
    }

    private static boolean covers(String scope, String target) {
        var above = scope.toLowerCase(Locale.ROOT);
        return target.equals(above) || target.startsWith(above + "/");
    }

    private static Set<String> actions(String role) {
        var uuid = role.substring(role.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return ROLES.getOrDefault(uuid, Set.of());
    }

    /**
     * Whether a policy is for the caller. A policy with an {@code applicationId} is for users of
     * that application.
     */
    private boolean of(JsonNode policy, Tokens.Caller caller) {
        return policy.path("objectId").asText().equalsIgnoreCase(caller.objectId())
                && issuer.contains("/" + policy.path("tenantId").asText().toLowerCase(Locale.ROOT) + "/")
                && policy.path("applicationId").asText("").isEmpty();
    }

    private static Set<String> permissions(JsonNode policy) {
        return StreamSupport.stream(
                        policy.path("permissions").path("secrets").spliterator(), false)
                .map(each -> each.asText().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static boolean has(Collection<String> rights, String wanted) {
        return rights.contains(EVERYTHING) || rights.contains(wanted);
    }
}
