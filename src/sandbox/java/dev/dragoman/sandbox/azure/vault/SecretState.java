package dev.dragoman.sandbox.azure.vault;

/** Where a secret is in its life. */
public enum SecretState {
    ACTIVE,

    /** Deleted, and not yet found among the deleted ones. */
    DELETING,
    DELETED,

    /** Asked to be recovered, and not yet found again. */
    RECOVERING
}
