package dev.dragoman.witness;

import dev.dragoman.tier.Full;
import dev.dragoman.tier.Witness;

/** Of the tests of the full tier. */
@Full
@Witness
class SecretsOfFullIT extends Secrets {}
