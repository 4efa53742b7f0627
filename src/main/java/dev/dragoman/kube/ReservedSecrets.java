package dev.dragoman.kube;

import java.util.Set;

/**
 * Names of Secrets that mean something to the operator in whichever namespace they are. What a user
 * asks to have written must not have one of them: it would be taken for what the name says.
 */
public final class ReservedSecrets {
    /** The credential of a namespace. */
    public static final String CREDENTIAL = "aso-credential";

    /** What the tokens of a vended namespace are bound to; the operator may write it anywhere. */
    public static final String TOKEN = "dragoman-token";

    /** All of them. */
    public static final Set<String> ALL = Set.of(CREDENTIAL, TOKEN);

    private ReservedSecrets() {}
}
