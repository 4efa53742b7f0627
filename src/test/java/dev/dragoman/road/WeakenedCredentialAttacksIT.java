package dev.dragoman.road;

import dev.dragoman.tier.Full;

/** Each of these attacks succeeds when the operator lacks the rule that refuses it. */
@Full
class WeakenedCredentialAttacksIT extends CredentialAttacks {
    WeakenedCredentialAttacksIT() {
        super(true);
    }
}
