package dev.dragoman.kube.object;

import java.util.Set;

/**
 * Names of Secrets that mean something to the operator in every namespace. A user must not have the
 * operator write a Secret of such a name: the operator would take it for a credential or a token.
 */
public final class ReservedSecrets {
    /** Azure credential of a namespace. */
    public static final String CREDENTIAL = "aso-credential";

    /** Tokens of a vended namespace are bound to it; the operator may write it anywhere. */
    public static final String TOKEN = "dragoman-token";

    /** All reserved names. */
    public static final Set<String> ALL = Set.of(CREDENTIAL, TOKEN);

    /** Key with which the operator hashes what it has sent. */
    public static final String STATUS_KEY = "dragoman-status-key";

    /** Settings of the operator, with its credential. */
    public static final String SETTINGS = "aso-controller-settings";

    /** Names that a team's route may not write either. */
    public static final Set<String> OF_THE_OPERATOR =
            Set.of(CREDENTIAL, TOKEN, STATUS_KEY, SETTINGS);

    private ReservedSecrets() {}
}
