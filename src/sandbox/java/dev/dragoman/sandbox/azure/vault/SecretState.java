package dev.dragoman.sandbox.azure.vault;

/** The state of a secret. */
public enum SecretState {
    ACTIVE,

    /** Being deleted: found neither among the secrets nor among the deleted secrets. */
    DELETING,
    DELETED,

    /** Being recovered: found neither among the deleted secrets nor among the secrets. */
    RECOVERING
}
