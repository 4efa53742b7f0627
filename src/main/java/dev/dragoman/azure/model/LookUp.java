package dev.dragoman.azure.model;

/**
 * A value of the body that must be looked up in Azure before the PUT. Until then the body has the
 * text of the spec.
 *
 * @param arm ARM path of the field
 * @param subject what is looked up
 * @param written text of the field in the spec
 */
public record LookUp(String arm, Subject subject, String written) {
    /** What is looked up. */
    public enum Subject {
        /** The id of a built-in role by its display name. */
        BUILT_IN_ROLE,
        /** Whether Azure keeps a deleted vault with the resource's name. */
        DELETED_VAULT
    }

    /**
     * Whether Azure does not know the mode. A look-up then finds which of Azure's modes is sent
     * instead.
     */
    static boolean depends(Object vaultMode) {
        return "createOrRecover".equals(vaultMode) || "purgeThenCreate".equals(vaultMode);
    }
}
