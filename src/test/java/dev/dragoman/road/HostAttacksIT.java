package dev.dragoman.road;

import dev.dragoman.tier.Landing;

/** Each of these attacks is refused. */
@Landing
class HostAttacksIT extends HostAttacks {
    HostAttacksIT() {
        super(false);
    }
}
