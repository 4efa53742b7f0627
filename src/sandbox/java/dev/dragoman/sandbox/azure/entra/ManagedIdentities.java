package dev.dragoman.sandbox.azure.entra;

import java.util.List;
import java.util.Optional;

/**
 * The managed identities that were created as resources. They can sign in at Entra once a federated
 * credential trusts the token of the caller.
 */
public interface ManagedIdentities {
    /** An identity and its federated credentials. */
    record Identity(String principalId, List<Assertions.Trust> trusts) {}

    /** The identity with this client id. */
    Optional<Identity> find(String clientId);
}
