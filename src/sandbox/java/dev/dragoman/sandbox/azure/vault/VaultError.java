package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.http.Answer;

/** An error answer of Key Vault: {@code {"error":{"code","message","innererror":{"code"}}}}. */
final class VaultError extends RuntimeException {
    private static final String INVALID = "Property has invalid value\r\n";

    private final int status;
    private final String code;
    private final String inner;

    /**
     * @param inner null for none
     */
    private VaultError(int status, String code, String inner, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.inner = inner;
    }

    static VaultError of(int status, String code, String message) {
        return new VaultError(status, code, null, message);
    }

    static VaultError badParameter(String message) {
        return of(400, "BadParameter", message);
    }

    /** The error for an invalid value, tag or attribute. Like Key Vault's, it names no property. */
    static VaultError invalidProperty() {
        return badParameter(INVALID);
    }

    static VaultError unauthorized(String message) {
        return of(401, "Unauthorized", message);
    }

    static VaultError forbidden(String inner, String message) {
        return new VaultError(403, "Forbidden", inner, message);
    }

    static VaultError conflict(String inner, String message) {
        return new VaultError(409, "Conflict", inner, message);
    }

    /**
     * @param nameOrId a name, or a name and a version with a slash between
     */
    static VaultError notFound(String nameOrId) {
        return of(
                404,
                "SecretNotFound",
                ("A secret with (name/id) %s was not found in this key vault. If you recently deleted"
                 + " this secret you may be able to recover it using the correct recovery command."
                 + " For help resolving this issue, please see"
                 + " https://go.microsoft.com/fwlink/?linkid=2125182")
                        .formatted(nameOrId));
    }

    static VaultError deletedNotFound(String name) {
        return of(404, "SecretNotFound", "Deleted Secret not found: " + name);
    }

    Answer answer() {
        var body = ArmError.body(code, getMessage());
        if (inner != null) {
            ((ObjectNode) body.path("error")).putObject("innererror").put("code", inner);
        }
        return Answer.of(status, body);
    }
}
