package dev.dragoman.azure.identity;

import java.nio.file.Path;

/** Where the keys of a credential are from, and so what they may ask for. */
public sealed interface Source {
    /** The place, for people. */
    String text();

    /** What counts for all credentials. */
    IdentityRules rules();

    /**
     * The operator's own settings, which may ask for whatever its pod has.
     *
     * @param token whether there is a federated token
     * @param withdrawn whether a key that says by what the identity is proven was taken away: then
     *     the node's identity is not used in its place
     */
    record Global(String text, IdentityRules rules, boolean token, boolean withdrawn)
            implements Source {}

    /** The Secret of a namespace, which whoever may write it there can have made up. */
    record Scoped(String text, IdentityRules rules, String namespace) implements Source {
        /**
         * The only directory that files of credentials may lie in.
         *
         * @throws IllegalArgumentException when there is none
         */
        Path files() {
            return rules.files()
                    .map(all -> rules.shared().isPresent() ? all : all.resolve(namespace))
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "%s is set in %s, and the operator reads no files for namespaces unless its setting %s names a directory for them; remove it"
                                                    .formatted(
                                                            AzureIdentity.FILE,
                                                            text,
                                                            IdentityRules.FILES)));
        }
    }
}
