package dev.dragoman.azure.identity;

import dev.dragoman.capability.Outside;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/**
 * Where this process gets proofs of identities that are not in Secrets. Thread-safe.
 *
 * @param tokens tokens of service accounts
 * @param files credential files of managed identities; null if this process reads none
 * @param onNode whether this process runs on the operator's nodes and so may use their identities
 * @param outside answers in place of Azure; then every identity counts as proven
 */
public record Proofs(
        ServiceAccountTokens tokens,
        IdentityFiles files,
        boolean onNode,
        Optional<Outside> outside) {
    /** The operator's proofs. In a dry run no file is read. */
    public static Proofs ofOperator(KubernetesClient client, Optional<Outside> outside) {
        return new Proofs(
                ServiceAccountTokens.of(client),
                outside.isPresent() ? null : new IdentityFiles(),
                true,
                outside);
    }

    /** No proofs, for read-only commands that run on other machines. */
    public static Proofs none() {
        return new Proofs(ServiceAccountTokens.none(), null, false, Optional.empty());
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
