package dev.dragoman.azure.identity;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Optional;

/** Whom requests to Azure are sent as. Thread-safe. */
public interface Identity {
    /** The Secret that the identity is read from: who uses the identity needs it. */
    ObjectKey secret();

    /**
     * The identity as it is now; empty where nothing is to be sent to Azure, so that none is
     * missing.
     *
     * @throws IllegalArgumentException naming the key that is missing or not supported, and where
     *     to set it
     */
    Optional<AzureIdentity> sender();

    /** The identity as far as has been seen, or empty. Asks nobody. */
    Optional<AzureIdentity> known();

    /** Whether this is the identity still, as far as has been seen. Asks nobody. */
    boolean uses(AzureIdentity identity);
}
