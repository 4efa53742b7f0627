package dev.dragoman.azure.identity;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The operator's credential, read from the settings Secret and the environment. Immutable.
 *
 * @param identity the operator's identity; empty when a key is missing, wrong or not supported
 * @param problem the missing or wrong key, and where to set it; empty when there is an identity
 * @param described text with the kind of the credential, its client, tenant and subscription, and
 *     the source of each; without any secret
 * @param warnings one sentence for each key that is set and not used
 */
record GlobalCredential(
        Optional<AzureIdentity> identity, String problem, String described, List<String> warnings) {
    private static final List<String> KEYS =
            List.of(
                    AzureIdentity.SUBSCRIPTION,
                    "AZURE_TENANT_ID",
                    AzureIdentity.CLIENT_ID,
                    AzureIdentity.CLIENT_SECRET,
                    AzureIdentity.CERTIFICATE,
                    AzureIdentity.PASSWORD,
                    AzureIdentity.FILE,
                    ProofChoice.MODE,
                    AzureIdentity.ADDITIONAL,
                    AzureIdentity.FEDERATED);

    private static final String THE_FILE = "that file";

    /** Keys that choose how the identity is proven. */
    private static final List<String> PROOFS =
            List.of(
                    AzureIdentity.CLIENT_SECRET,
                    AzureIdentity.CERTIFICATE,
                    AzureIdentity.FILE,
                    ProofChoice.MODE,
                    AzureIdentity.FEDERATED);

    /**
     * The input of the decision.
     *
     * @param env the environment of the process
     * @param secret keys of the Secret as it is now, empty when there is none
     * @param once keys that the Secret has, or had since this process began to read it; their
     *     values in the environment are not used
     * @param place the Secret, for messages
     * @param tokenFile the file of the federated token
     * @param readable whether {@code tokenFile} can be read
     * @param onNode whether the node's identity may be used if no key chooses a proof
     * @param rules rules for all credentials
     */
    record Sources(
            Map<String, String> env,
            Map<String, String> secret,
            Set<String> once,
            String place,
            Path tokenFile,
            boolean readable,
            boolean onNode,
            IdentityRules rules) {
        private Map<String, String> values() {
            var values = new HashMap<>(env);
            values.keySet().removeAll(once);
            values.putAll(secret);
            return values;
        }

        private String of(String key) {
            return secret.containsKey(key) ? place : "the environment";
        }

        /**
         * Whether the node's identity must not be used by default: this process is not the
         * operator, or a key that chose another proof was removed from the Secret.
         */
        private boolean keepsOff() {
            return !onNode
                    || PROOFS.stream()
                            .anyMatch(key -> once.contains(key) && !secret.containsKey(key));
        }

        /**
         * Keys of the credential that were removed from the Secret and are set in the environment.
         */
        private List<String> withdrawn() {
            return KEYS.stream()
                    .filter(key -> once.contains(key) && !secret.containsKey(key))
                    .filter(key -> !env.getOrDefault(key, "").isBlank())
                    .toList();
        }
    }

    /**
     * Decides on the credential. Pure, except that {@code files} may read a file.
     *
     * @param files replaces an identity that names a credential file by the identity in the file
     */
    static GlobalCredential of(Sources from, UnaryOperator<AzureIdentity> files) {
        var warnings = new ArrayList<String>();
        from.withdrawn()
                .forEach(
                        key ->
                                warnings.add(
                                        "%s was removed from %s; the value in the environment is used only after a restart of the operator"
                                                .formatted(key, from.place())));
        try {
            var identity =
                    AzureIdentity.from(
                            from.values(),
                            new Source.Global(
                                    from.place() + " or the operator's environment",
                                    from.rules(),
                                    from.readable(),
                                    from.keepsOff()));
            if (identity.proof().federated()) {
                warnings.addAll(federated(from));
            }
            identity = files.apply(identity);
            return new GlobalCredential(
                    Optional.of(identity), "", described(identity, from), List.copyOf(warnings));
        } catch (IllegalArgumentException unusable) {
            var withdrawn = from.withdrawn();
            var problem =
                    withdrawn.isEmpty()
                            ? unusable.getMessage()
                            : "%s. Keys were removed from %s, and their values in the environment are not used until the operator is restarted: %s"
                                    .formatted(
                                            unusable.getMessage(),
                                            from.place(),
                                            String.join(", ", withdrawn));
            return new GlobalCredential(Optional.empty(), problem, "", List.copyOf(warnings));
        }
    }

    /**
     * Warnings about a federated token.
     *
     * @throws IllegalArgumentException when the token cannot be read
     */
    private static List<String> federated(Sources from) {
        var secret = from.values().getOrDefault(AzureIdentity.CLIENT_SECRET, "");
        if (!from.readable()) {
            throw new IllegalArgumentException(
                    secret.isBlank()
                            ? "%s is not set, and there is no federated token: cannot read %s; set the key in %s, or mount the token"
                                    .formatted(
                                            AzureIdentity.CLIENT_SECRET,
                                            from.tokenFile(),
                                            from.place())
                            : "%s is true, and there is no federated token: cannot read %s; mount the token"
                                    .formatted(AzureIdentity.FEDERATED, from.tokenFile()));
        }
        return secret.isBlank()
                ? List.of()
                : List.of(
                        "%s is set in %s and not used, because %s is true; remove the unused key"
                                .formatted(
                                        AzureIdentity.CLIENT_SECRET,
                                        from.of(AzureIdentity.CLIENT_SECRET),
                                        AzureIdentity.FEDERATED));
    }

    private static String described(AzureIdentity identity, Sources from) {
        var kind =
                switch (identity.proof()) {
                    case Proof.ClientSecret _ ->
                            "a client secret (from %s)"
                                    .formatted(from.of(AzureIdentity.CLIENT_SECRET));
                    case Proof.ClientCertificate _ ->
                            "a client certificate (from %s)"
                                    .formatted(from.of(AzureIdentity.CERTIFICATE));
                    case Proof.TokenFile _ -> "a federated token (%s)".formatted(from.tokenFile());
                    case Proof.ServiceAccount account -> "a token of " + account.subject();
                    case Proof.NodeIdentity _ ->
                            from.values().getOrDefault(ProofChoice.MODE, "").isBlank()
                                    ? "the identity of the node, because no key chooses another proof, and there is no federated token (%s),"
                                            .formatted(from.tokenFile())
                                    : "the identity of the node (from %s)"
                                            .formatted(from.of(ProofChoice.MODE));
                    case Proof.FileNamed file ->
                            "the file %s (from %s)"
                                    .formatted(file.path(), from.of(AzureIdentity.FILE));
                    case Proof.FileContent file ->
                            "the file %s (from %s)"
                                    .formatted(file.path(), from.of(AzureIdentity.FILE));
                };
        boolean file = identity.proof() instanceof Proof.FileContent;
        return "%s for client %s (from %s), tenant %s (from %s), subscription %s (from %s)"
                .formatted(
                        kind,
                        identity.clientId(),
                        file ? THE_FILE : from.of(AzureIdentity.CLIENT_ID),
                        identity.tenantId(),
                        file ? THE_FILE : from.of("AZURE_TENANT_ID"),
                        identity.subscriptionId(),
                        from.of(AzureIdentity.SUBSCRIPTION));
    }
}
