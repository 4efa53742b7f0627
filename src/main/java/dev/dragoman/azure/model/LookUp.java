package dev.dragoman.azure.model;

/**
 * A value of the body that must be looked up in Azure before the PUT. Until then the body has the
 * text of the spec.
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

    /**
     * Whether the mode is one that Azure does not know: a look-up replaces it by one of Azure's.
     */
    static boolean depends(Object vaultMode) {
        return "createOrRecover".equals(vaultMode) || "purgeThenCreate".equals(vaultMode);
    }
}
