package dev.dragoman.azure.identity;

import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * What this process has that proves identities, besides what is in Secrets. Thread-safe.
 *
 * @param tokens of service accounts
 * @param files with credentials of managed identities
 * @param onNode whether this process runs where the operator does, so that the identities of its
 *     node are those that are meant
 */
public record Proofs(ServiceAccountTokens tokens, IdentityFiles files, boolean onNode) {
    /** Of the operator. */
    public static Proofs ofOperator(KubernetesClient client) {
        return new Proofs(ServiceAccountTokens.of(client), new IdentityFiles(), true);
    }

    /** Of commands that read only, and run elsewhere. */
    public static Proofs none() {
        return new Proofs(ServiceAccountTokens.none(), null, false);
    }

    /**
     * The identity with what its file says, where this process has the file.
     *
     * @throws IllegalArgumentException when the file is not there, not allowed or wrong
     */
    public AzureIdentity read(AzureIdentity identity) {
        return files == null ? identity : files.read(identity);
    }
}
