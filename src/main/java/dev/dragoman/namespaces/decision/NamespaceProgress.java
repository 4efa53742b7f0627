package dev.dragoman.namespaces.decision;

import java.util.Optional;

/**
 * The results of the steps of this reconciliation so far. Immutable.
 *
 * @param problem why the reconciliation cannot go on; ends it
 * @param namespace the namespace, once it belongs to this request
 * @param furnished the objects in the namespace, once they are applied
 * @param token the token that is published already, or was issued now
 * @param issued whether the token was issued in this reconciliation
 * @param tried result of trying the token
 * @param published whether the Secret was written, or needed no change
 * @param noted whether this reconciliation wrote the annotation {@link Keys#TOKEN_ISSUED} to the
 *     namespace; only with the policy only-once
 */
public record NamespaceProgress(
        Optional<Problem> problem,
        Optional<NamespaceFacts.Existing> namespace,
        Optional<Furnished> furnished,
        Optional<TokenClaims> token,
        boolean issued,
        Optional<Tried> tried,
        boolean published,
        boolean noted) {
    /** Nothing is done yet. */
    public static final NamespaceProgress NONE =
            new NamespaceProgress(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    false,
                    false);

    /**
     * The reason why a step cannot be done now.
     *
     * @param reason CamelCase, stable
     * @param message for people
     */
    public record Problem(String reason, String message) {}

    /**
     * The applied objects in the namespace.
     *
     * @param policy value of the account's annotation with the token policy
     * @param accountUid uid of the account
     * @param handleUid uid of the Secret to which tokens are bound
     */
    public record Furnished(String policy, String accountUid, String handleUid) {}

    /**
     * Result of trying the token.
     *
     * @param accepted whether the API server accepts the token as one of the right ServiceAccount
     * @param missing a right that the token should have and does not have, in words; empty if it
     *     has all rights
     */
    public record Tried(boolean accepted, String missing) {}

    /** Copy with a problem, with which the reconciliation cannot go on. */
    public NamespaceProgress with(Problem stop) {
        return new NamespaceProgress(
                Optional.of(stop), namespace, furnished, token, issued, tried, published, noted);
    }

    /** Copy with the namespace, which belongs to this request. */
    public NamespaceProgress with(NamespaceFacts.Existing mine) {
        return new NamespaceProgress(
                problem, Optional.of(mine), furnished, token, issued, tried, published, noted);
    }

    /** Copy with the applied objects, and with the token that was found in the Secret. */
    public NamespaceProgress with(Furnished objects, Optional<TokenClaims> found) {
        return new NamespaceProgress(
                problem, namespace, Optional.of(objects), found, issued, tried, published, noted);
    }

    /** Copy with a new token. Drops the result of trying another token. */
    public NamespaceProgress withToken(TokenClaims fresh) {
        return new NamespaceProgress(
                problem,
                namespace,
                furnished,
                Optional.of(fresh),
                true,
                Optional.empty(),
                published,
                noted);
    }

    /** Copy with the result of trying the token. */
    public NamespaceProgress with(Tried result) {
        return new NamespaceProgress(
                problem,
                namespace,
                furnished,
                token,
                issued,
                Optional.of(result),
                published,
                noted);
    }

    /** Copy in which the Secret was written, or needed no change. */
    public NamespaceProgress withPublication() {
        return new NamespaceProgress(
                problem, namespace, furnished, token, issued, tried, true, noted);
    }

    /** Copy in which the annotation {@link Keys#TOKEN_ISSUED} was written to the namespace. */
    public NamespaceProgress withNote() {
        return new NamespaceProgress(
                problem, namespace, furnished, token, issued, tried, published, true);
    }
}
