package dev.dragoman.azure.identity;

import java.nio.file.Path;

/** The source of a credential's keys. It decides which proofs the keys may ask for. */
public sealed interface Source {
    /** The place, for messages. */
    String text();

    /** The rules for all credentials. */
    IdentityRules rules();

    /**
     * The operator's own settings, which may ask for every proof that the operator's pod has.
     *
     * @param token whether there is a federated token
     * @param withdrawn whether the node's identity must not be used by default, for example after a
     *     key that chose another proof was removed
     */
    record Global(String text, IdentityRules rules, boolean token, boolean withdrawn)
            implements Source {}

    /**
     * A Secret in a namespace. Everyone who may write Secrets in the namespace chooses its content.
     */
    record Scoped(String text, IdentityRules rules, String namespace) implements Source {
        /**
         * The only directory whose files the Secret may name.
         *
         * @throws IllegalArgumentException when the Secret may name no file
         */
        Path files() {
            return rules.files()
                    .map(all -> rules.shared().isPresent() ? all : all.resolve(namespace))
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "%s is set in %s, and the operator reads files for namespaces only if its setting %s names their directory; remove the key"
                                                    .formatted(
                                                            AzureIdentity.FILE,
                                                            text,
                                                            IdentityRules.FILES)));
        }
    }
}
