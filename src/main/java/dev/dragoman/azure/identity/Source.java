package dev.dragoman.azure.identity;

import java.nio.file.Path;

/** Where the keys of a credential come from, which decides what they may ask for. */
public sealed interface Source {
    /** The place, for messages. */
    String text();

    /** The rules for all credentials. */
    IdentityRules rules();

    /**
     * The operator's own settings, which may ask for whatever its pod has.
     *
     * @param token whether there is a federated token
     * @param withdrawn whether the node's identity must not be used by default, as after a key that
     *     chose another proof was removed
     */
    record Global(String text, IdentityRules rules, boolean token, boolean withdrawn)
            implements Source {}

    /** A Secret of a namespace, whose content is chosen by whoever may write it there. */
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
                                            "%s is set in %s, and the operator reads files for namespaces only if its setting %s names their directory; remove it"
                                                    .formatted(
                                                            AzureIdentity.FILE,
                                                            text,
                                                            IdentityRules.FILES)));
        }
    }
}
