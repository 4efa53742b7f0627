package dev.dragoman.namespaces.decision;

import java.util.Optional;

/**
 * What this reconciliation has done and seen so far. Immutable.
 *
 * @param problem what could not be done; ends the reconciliation
 * @param namespace the namespace, once it is this request's
 * @param furnished the objects in it, once they are as they should be
 * @param token the token at hand, published or just issued
 * @param issued whether it was issued in this reconciliation
 * @param tried what trying it showed
 * @param published whether the Secret is as it should be
 * @param noted whether the only token is noted as published
 */
public record Progress(
        Optional<Problem> problem,
        Optional<Facts.Existing> namespace,
        Optional<Furnished> furnished,
        Optional<TokenClaims> token,
        boolean issued,
        Optional<Tried> tried,
        boolean published,
        boolean noted) {
    /** Nothing yet. */
    public static final Progress NONE =
            new Progress(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    false,
                    false);

    /**
     * Something that cannot be done as things are.
     *
     * @param reason CamelCase, stable
     * @param message for people
     */
    public record Problem(String reason, String message) {}

    /**
     * The objects in the namespace.
     *
     * @param policy text of the account's annotation
     * @param accountUid uid of the account
     * @param handleUid uid of the Secret that tokens are bound to
     */
    public record Furnished(String policy, String accountUid, String handleUid) {}

    /**
     * What the API server says to the token.
     *
     * @param accepted whether it is a token of the right account
     * @param missing rights that it should have and has not, in words; empty when it has all
     */
    public record Tried(boolean accepted, String missing) {}

    /** It cannot go on. */
    public Progress with(Problem stop) {
        return new Progress(
                Optional.of(stop), namespace, furnished, token, issued, tried, published, noted);
    }

    /** The namespace is this request's. */
    public Progress with(Facts.Existing mine) {
        return new Progress(
                problem, Optional.of(mine), furnished, token, issued, tried, published, noted);
    }

    /** The objects were applied, and this token was found in the Secret. */
    public Progress with(Furnished objects, Optional<TokenClaims> found) {
        return new Progress(
                problem, namespace, Optional.of(objects), found, issued, tried, published, noted);
    }

    /** A token was issued; what was known of another says nothing about it. */
    public Progress withToken(TokenClaims fresh) {
        return new Progress(
                problem,
                namespace,
                furnished,
                Optional.of(fresh),
                true,
                Optional.empty(),
                published,
                noted);
    }

    /** The token was tried. */
    public Progress with(Tried result) {
        return new Progress(
                problem,
                namespace,
                furnished,
                token,
                issued,
                Optional.of(result),
                published,
                noted);
    }

    /** The Secret is as it should be. */
    public Progress withPublication() {
        return new Progress(problem, namespace, furnished, token, issued, tried, true, noted);
    }

    /** The only token is noted as published. */
    public Progress withNote() {
        return new Progress(problem, namespace, furnished, token, issued, tried, published, true);
    }
}
