package dev.dragoman.azure.identity;

import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Where this process gets proofs of identities that are not in Secrets. Thread-safe.
 *
 * @param tokens tokens of service accounts
 * @param files credential files of managed identities; null if this process reads none
 * @param onNode whether this process runs on the operator's nodes and so may use their identities
 */
public record Proofs(ServiceAccountTokens tokens, IdentityFiles files, boolean onNode) {
    /** The operator's proofs. */
    public static Proofs ofOperator(KubernetesClient client) {
        return new Proofs(ServiceAccountTokens.of(client), new IdentityFiles(), true);
    }

    /** No proofs, for read-only commands that run on other machines. */
    public static Proofs none() {
        return new Proofs(ServiceAccountTokens.none(), null, false);
    }

    /**
     * The identity with tenant, client and proof from its file. The identity is returned unchanged
     * if it names no file, or if this process reads no files.
     *
     * @throws IllegalArgumentException when the file is missing, not allowed or invalid
     */
    public AzureIdentity read(AzureIdentity identity) {
        return files == null ? identity : files.read(identity);
    }
}
