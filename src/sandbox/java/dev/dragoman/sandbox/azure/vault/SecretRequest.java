package dev.dragoman.sandbox.azure.vault;

import dev.dragoman.sandbox.azure.http.Call;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The operation that a request asks for.
 *
 * @param name empty for a list of all secrets
 * @param version empty for the latest
 */
record SecretRequest(SecretAction action, String name, String version) {
    private static final Pattern NAME = Pattern.compile("[0-9a-zA-Z-]{1,127}");

    /**
     * @throws VaultError when nothing is served at the path, or the name is invalid
     */
    static SecretRequest of(Call call) {
        var segments = List.of(call.path().substring(1).split("/", -1));
        var deleted =
                switch (segments.getFirst().toLowerCase(Locale.ROOT)) {
                    case "secrets" -> false;
                    case "deletedsecrets" -> true;
                    default -> throw unknown(call);
                };
        var name = segments.size() > 1 ? segments.get(1) : "";
        var rest = segments.size() > 2 ? segments.get(2) : "";
        if (segments.size() > 3) {
            throw unknown(call);
        }
        var action = deleted ? deleted(call, name, rest) : active(call, name, rest);
        if (segments.size() > 1 && !NAME.matcher(name).matches()) {
            throw VaultError.badParameter("The request URI contains an invalid name: " + name);
        }
        boolean versioned = action == SecretAction.GET || action == SecretAction.UPDATE;
        return new SecretRequest(action, name, versioned ? rest : "");
    }

    private static SecretAction active(Call call, String name, String rest) {
        if (name.isEmpty()) {
            return only(call, "GET", SecretAction.LIST);
        }
        if (rest.equalsIgnoreCase("versions")) {
            return only(call, "GET", SecretAction.LIST_VERSIONS);
        }
        return switch (call.method()) {
            case "GET" -> SecretAction.GET;
            case "PATCH" -> SecretAction.UPDATE;
            case "PUT" -> withoutVersion(call, rest, SecretAction.SET);
            case "DELETE" -> withoutVersion(call, rest, SecretAction.DELETE);
            default -> throw notAllowed(call);
        };
    }

    private static SecretAction deleted(Call call, String name, String rest) {
        if (name.isEmpty()) {
            return only(call, "GET", SecretAction.LIST_DELETED);
        }
        if (rest.equalsIgnoreCase("recover")) {
            return only(call, "POST", SecretAction.RECOVER);
        }
        return switch (call.method()) {
            case "GET" -> withoutVersion(call, rest, SecretAction.GET_DELETED);
            case "DELETE" -> withoutVersion(call, rest, SecretAction.PURGE);
            default -> throw notAllowed(call);
        };
    }

    private static SecretAction only(Call call, String method, SecretAction action) {
        if (!call.method().equals(method)) {
            throw notAllowed(call);
        }
        return action;
    }

    private static SecretAction withoutVersion(Call call, String rest, SecretAction action) {
        if (!rest.isEmpty()) {
            throw notAllowed(call);
        }
        return action;
    }

    private static VaultError unknown(Call call) {
        return VaultError.of(404, "NotFound", "The path '" + call.path() + "' is not served here.");
    }

    private static VaultError notAllowed(Call call) {
        return VaultError.of(
                405,
                "MethodNotAllowed",
                "The method %s is not allowed at '%s'.".formatted(call.method(), call.path()));
    }
}
