package dev.dragoman.sandbox.azure.vault;

import java.util.List;
import java.util.Optional;

/** What Resource Manager knows of vaults and of rights to them. Must be thread-safe. */
public interface Vaults {
    /**
     * A role assignment.
     *
     * @param id the id of the assignment
     * @param role the id of the role definition; the last part is its UUID
     * @param scope the id of the resource, at and below which the role is given
     */
    record Assignment(String id, String role, String scope) {}

    /** The vault of this name, without regard to case. */
    Optional<Vault> find(String name);

    /** The role assignments of a principal. */
    List<Assignment> assignments(String principalId);
}
