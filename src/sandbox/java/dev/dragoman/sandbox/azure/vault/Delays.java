package dev.dragoman.sandbox.azure.vault;

import java.time.Duration;

/**
 * How long a vault works on an accepted deletion or recovery.
 *
 * @param deletion from the request to delete until the secret is found among the deleted secrets
 * @param recovery from the request to recover until the secret is found again
 */
record Delays(Duration deletion, Duration recovery) {
    /** As recorded from Azure. */
    static final Delays USUAL = new Delays(Duration.ofSeconds(4), Duration.ofSeconds(1));
}
