package dev.dragoman.sandbox.azure;

import java.util.List;
import java.util.Optional;

/**
 * The identities that exist as resources: what was created in Resource Manager can sign in at
 * Entra, once a federated credential trusts the caller's token.
 */
interface ManagedIdentities {
    /** An identity and the tokens that it accepts. */
    record Identity(String principalId, List<Assertions.Trust> trusts) {}

    /** The identity with this client id. */
    Optional<Identity> find(String clientId);
}
