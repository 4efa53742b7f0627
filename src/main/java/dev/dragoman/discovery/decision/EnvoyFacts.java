package dev.dragoman.discovery.decision;

import java.util.Optional;

/**
 * The facts of an EnvoyDeployment. Immutable.
 *
 * @param deployment the EnvoyDeployment
 * @param input input of the makers; empty if the EnvoyDeployment is being deleted, as its objects
 *     go with it
 */
public record EnvoyFacts(EnvoyDeployment deployment, Optional<EnvoyInput> input) {
    /** Facts of an EnvoyDeployment that is not being deleted. */
    public static EnvoyFacts of(EnvoyDeployment deployment, EnvoyObservation seen) {
        return new EnvoyFacts(deployment, Optional.of(new EnvoyInput(deployment, seen)));
    }
}
