package dev.dragoman.kube.object;

import java.util.Set;

/**
 * Names of Secrets that have a meaning for the operator in every namespace. A user must not be able
 * to make the operator write a Secret with such a name, because the operator would take it for a
 * credential or a token.
 */
public final class ReservedSecrets {
    /** Azure credential of a namespace. */
    public static final String CREDENTIAL = "aso-credential";

    /**
     * Secret to which the tokens of a vended namespace are bound. The operator may write it in
     * every namespace.
     */
    public static final String TOKEN = "dragoman-token";

    /** All reserved names. */
    public static final Set<String> ALL = Set.of(CREDENTIAL, TOKEN);

    /** Secret with the key for hashes of the bodies that the operator has sent. */
    public static final String STATUS_KEY = "dragoman-status-key";

    /** Settings of the operator, with its credential. */
    public static final String SETTINGS = "aso-controller-settings";

    /** Names of all Secrets that a team's route must not write. */
    public static final Set<String> OF_THE_OPERATOR =
            Set.of(CREDENTIAL, TOKEN, STATUS_KEY, SETTINGS);

    private ReservedSecrets() {}
}
