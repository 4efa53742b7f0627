package dev.dragoman.witness;

import dev.dragoman.tier.Landing;
import dev.dragoman.tier.Witness;

/** Of the tests of the landing tier. */
@Landing
@Witness
class SecretsIT extends Secrets {}
