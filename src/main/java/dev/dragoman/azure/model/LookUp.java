package dev.dragoman.azure.model;

/**
 * A value of a body that Azure must be asked for first. Until then the body has what the spec says.
 *
 * @param arm ARM path of the field
 * @param subject what is asked
 * @param written what the spec says
 */
public record LookUp(String arm, Subject subject, String written) {
    /** What Azure is asked. */
    public enum Subject {
        /** The id of a built-in role by its display name. */
        BUILT_IN_ROLE,
        /** Whether Azure keeps a deleted vault of the name. */
        DELETED_VAULT
    }

    /** Modes that are no mode of Azure. */
    static boolean depends(Object vaultMode) {
        return "createOrRecover".equals(vaultMode) || "purgeThenCreate".equals(vaultMode);
    }
}
