package dev.dragoman.azure.identity;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Optional;

/** The identity that requests to Azure are sent as. Thread-safe. */
public interface Identity {
    /** The Secret that the identity is read from; users of the identity depend on it. */
    ObjectKey secret();

    /**
     * The current identity; empty if no identity is needed, because nothing is to be sent to Azure.
     *
     * @throws IllegalArgumentException naming the key that is missing or not supported, and where
     *     to set it
     */
    Optional<AzureIdentity> sender();

    /** The identity as it was last read, or empty. Sends no request. */
    Optional<AzureIdentity> known();

    /** Whether the given identity is the one that was last read. Sends no request. */
    default boolean uses(AzureIdentity identity) {
        return known().filter(identity::equals).isPresent();
    }
}
