package dev.dragoman.capability;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers in place of everything that the operator asks outside of its cluster: Azure, Key Vaults,
 * Azure DevOps, hosts of https, the DNS. A dry run has one; then nothing leaves the process.
 * Thread-safe.
 */
public interface Outside {
    /**
     * A request as it would be sent.
     *
     * @param headers without the token of an identity, which a dry run does not have
     * @param body empty where there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Request(String method, URI url, Map<String, String> headers, byte[] body) {}

    /** An answer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Reply(int status, Map<String, String> headers, byte[] body) {}

    /** The answer to a request. */
    Reply send(Request request);

    /** The addresses of a host, as texts; empty if no DNS server answers. */
    Optional<List<String>> addresses(String host);

    /**
     * Who answers requests to Azure: this object; Azure itself, under an identity that this machine
     * can prove; nobody, as there is no identity.
     */
    enum Azure {
        HERE,
        ASKED,
        UNASKED
    }

    /** Who answers requests to Azure. */
    default Azure azure() {
        return Azure.HERE;
    }

    /** Whether a request that changes something may be sent to Azure. */
    default boolean mayWrite() {
        return true;
    }

    /** Called before a step is done, {@link Context#call}. An exception ends the reconciliation. */
    default void due(Context<?> context) {
        // nothing is to be known of it
    }
}
