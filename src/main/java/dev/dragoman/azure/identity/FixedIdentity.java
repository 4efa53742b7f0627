package dev.dragoman.azure.identity;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Optional;

/**
 * An identity that was read once, for a command that ends soon. Immutable.
 *
 * @param sender the identity that requests are sent as; empty if no request is to be sent
 * @param secret the Secret that the identity was read from
 */
public record FixedIdentity(Optional<AzureIdentity> sender, ObjectKey secret) implements Identity {
    @Override
    public Optional<AzureIdentity> known() {
        return sender;
    }
}
