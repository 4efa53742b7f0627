package dev.dragoman.road;

import dev.dragoman.tier.Landing;

/** Each of these attacks is refused. */
@Landing
class ReferenceAttacksIT extends ReferenceAttacks {
    ReferenceAttacksIT() {
        super(false);
    }
}
