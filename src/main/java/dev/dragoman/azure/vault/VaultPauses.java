package dev.dragoman.azure.vault;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Pauses that Key Vaults have asked for (429). Thread-safe. */
public final class VaultPauses {
    /** How long requests to a vault are held back if its answer names no time. */
    private static final Duration USUAL = Duration.ofSeconds(10);

    private static final int MOST = 1_000;

    private final InstantSource steady;
    private final Map<VaultAddress, Instant> until = new RecentMap<>(MOST);

    /**
     * @param steady clock that never goes back
     */
    public VaultPauses(InstantSource steady) {
        this.steady = steady;
    }

    /** Why nothing is sent to the vault now; empty if requests may be sent. */
    synchronized Optional<Answer> held(VaultAddress vault) {
        var end = until.get(vault);
        if (end == null) {
            return Optional.empty();
        }
        var left = Duration.between(steady.instant(), end);
        if (!left.isPositive()) {
            until.remove(vault);
            return Optional.empty();
        }
        return Optional.of(
                new Answer(
                        0,
                        Map.of(),
                        Optional.empty(),
                        Optional.of(left),
                        Optional.of(
                                new Answer.Failure(
                                        Answer.THROTTLED,
                                        "nothing was sent: Key Vault %s answered Throttled to an earlier request"
                                                .formatted(vault),
                                        false)),
                        ""));
    }

    /** Looks at an answer; a pause begins if its status is 429. */
    synchronized void answered(VaultAddress vault, Answer answer) {
        if (answer.status() == 429) {
            until.put(vault, steady.instant().plus(answer.retryAfter().orElse(USUAL)));
        }
    }
}
