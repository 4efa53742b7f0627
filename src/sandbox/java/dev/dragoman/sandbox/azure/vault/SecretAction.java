package dev.dragoman.sandbox.azure.vault;

/** The operations on secrets, and the rights that they require. */
enum SecretAction {
    SET("set", "setSecret/action"),
    GET("get", "getSecret/action"),
    LIST("list", "readMetadata/action"),
    LIST_VERSIONS("list", "readMetadata/action"),
    UPDATE("set", "update/action"),
    DELETE("delete", "delete"),
    GET_DELETED("get", "readMetadata/action"),
    LIST_DELETED("list", "readMetadata/action"),
    RECOVER("recover", "recover/action"),
    PURGE("purge", "purge/action");

    private final String permission;
    private final String dataAction;

    SecretAction(String permission, String dataAction) {
        this.permission = permission;
        this.dataAction = dataAction;
    }

    /** The permission in an access policy. */
    String permission() {
        return permission;
    }

    /** The data action of a role, after {@code Microsoft.KeyVault/vaults/secrets/}. */
    String dataAction() {
        return dataAction;
    }
}
