package dev.dragoman.azure.identity;

import java.nio.file.Path;

/** The proof of the identity is missing, so Entra was not asked. */
public final class TokenMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final boolean refused;

    private TokenMissing(String message, boolean refused) {
        super(message);
        this.refused = refused;
    }

    /**
     * @param code status of the API server's answer; 0 if the API server has not answered
     */
    static TokenMissing of(Proof.ServiceAccount account, int code) {
        var what =
                "no token of ServiceAccount %s/%s".formatted(account.namespace(), account.name());
        return switch (code) {
            case NOT_FOUND ->
                    new TokenMissing(
                            "%s: the service account does not exist; create it: kubectl create serviceaccount %s --namespace=%s"
                                    .formatted(what, account.name(), account.namespace()),
                            true);
            case FORBIDDEN ->
                    new TokenMissing(
                            "%s: the operator may not request the token; give the operator the right to create serviceaccounts/token of that service account"
                                    .formatted(what),
                            true);
            case 0 -> new TokenMissing(what + ": the API server does not answer", false);
            default ->
                    new TokenMissing(
                            "%s: the API server answered %d".formatted(what, code), code < 500);
        };
    }

    static TokenMissing unasked(Proof.ServiceAccount account) {
        return new TokenMissing(
                "this command requests no token of ServiceAccount %s/%s, so it cannot read resources that need this token"
                        .formatted(account.namespace(), account.name()),
                true);
    }

    static TokenMissing unread(Path file) {
        return new TokenMissing(
                "this command does not read the file %s, which is in the operator's pod, so it cannot read resources that need the file's identity"
                        .formatted(file),
                true);
    }

    static TokenMissing elsewhere(String clientId) {
        return new TokenMissing(
                "this command runs on no node that has the identity %s, so it cannot read resources that need this identity"
                        .formatted(clientId),
                true);
    }

    /**
     * Whether a person must correct the cluster or the settings first, because a retry does not
     * help.
     */
    public boolean refused() {
        return refused;
    }
}
