package dev.dragoman.sandbox.azure.vault;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A secret with all its versions. Guarded by the lock of {@link Secrets}. */
final class StoredSecret {
    /** In the spelling of the request that created the secret. */
    final String name;

    private final Map<String, SecretVersion> versions = new LinkedHashMap<>();

    /** Null for a secret that is not deleted. */
    private Instant deleted;

    /** The time of the request to recover the deleted secret; null before. */
    private Instant recovered;

    StoredSecret(String name) {
        this.name = name;
    }

    SecretState state(Delays delays, Instant now) {
        if (recovered != null) {
            if (now.isBefore(recovered.plus(delays.recovery()))) {
                return SecretState.RECOVERING;
            }
            deleted = null;
            recovered = null;
        }
        if (deleted == null) {
            return SecretState.ACTIVE;
        }
        return now.isBefore(deleted.plus(delays.deletion()))
                ? SecretState.DELETING
                : SecretState.DELETED;
    }

    void put(SecretVersion version) {
        versions.put(version.id(), version);
    }

    /** All versions, the oldest first. */
    List<SecretVersion> versions() {
        return List.copyOf(versions.values());
    }

    Optional<SecretVersion> version(String id) {
        return Optional.ofNullable(versions.get(id));
    }

    SecretVersion latest() {
        return versions().getLast();
    }

    void delete(Instant now) {
        deleted = now;
    }

    void recover(Instant now) {
        recovered = now;
    }

    /** The time of the deletion; null for a secret that is not deleted. */
    Instant deleted() {
        return deleted;
    }

    boolean outlived(Duration retention, Instant now) {
        return deleted != null && recovered == null && !now.isBefore(deleted.plus(retention));
    }
}
