package dev.dragoman.road;

import dev.dragoman.tier.Landing;

/** Each of these attacks is refused. */
@Landing
class CredentialAttacksIT extends CredentialAttacks {
    CredentialAttacksIT() {
        super(false);
    }
}
