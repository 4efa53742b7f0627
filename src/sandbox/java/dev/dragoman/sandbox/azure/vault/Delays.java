package dev.dragoman.sandbox.azure.vault;

import java.time.Duration;

/**
 * How long a vault works on what it has accepted.
 *
 * @param deletion from a deletion until the secret is found among the deleted ones
 * @param recovery from the request to recover until the secret is found again
 */
record Delays(Duration deletion, Duration recovery) {
    /** As recorded from Azure. */
    static final Delays USUAL = new Delays(Duration.ofSeconds(4), Duration.ofSeconds(1));
}
