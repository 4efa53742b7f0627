package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The secrets of one vault. Names are found without regard to case. Thread-safe. */
final class Secrets {
    private final TreeMap<String, StoredSecret> byName = new TreeMap<>();
    private final Clock clock;
    private final Supplier<Delays> delays;

    Secrets(Clock clock, Supplier<Delays> delays) {
        this.clock = clock;
        this.delays = delays;
    }

    /** A secret and one of its versions. */
    record Found(StoredSecret secret, SecretVersion version) {}

    synchronized Found set(String name, JsonNode body) {
        var value = SecretFields.value(body);
        var fields = SecretFields.DEFAULTS.with(body);
        var known = byName.get(key(name));
        if (known != null) {
            refuseUnlessActive(known, name);
        }
        var secret = known == null ? new StoredSecret(name) : known;
        var version = SecretVersion.of(value, fields, now());
        secret.put(version);
        byName.put(key(name), secret);
        return new Found(secret, version);
    }

    private void refuseUnlessActive(StoredSecret secret, String name) {
        switch (state(secret)) {
            case ACTIVE -> {}
            case DELETED ->
                    throw VaultError.conflict(
                            "ObjectIsDeletedButRecoverable",
                            ("Secret %s is currently in a deleted but recoverable state, and its name"
                             + " cannot be reused; in this state, the secret can only be recovered"
                             + " or purged.")
                                    .formatted(name));
            case DELETING ->
                    throw VaultError.conflict(
                            "ObjectIsBeingDeleted",
                            "Secret %s is currently being deleted and cannot be re-created; retry later."
                                    .formatted(name));
            case RECOVERING ->
                    throw VaultError.conflict(
                            "ObjectIsBeingRecovered",
                            "Secret %s is currently being recovered and cannot be re-created; retry later."
                                    .formatted(name));
        }
    }

    /**
     * @param version empty for the latest
     */
    synchronized Found get(String name, String version) {
        var found = find(name, version);
        if (!found.version().fields().enabled()) {
            throw VaultError.forbidden(
                    "SecretDisabled", "Operation get is not allowed on a disabled secret.");
        }
        return found;
    }

    /** The latest version of each secret that is not deleted. */
    synchronized List<Found> list() {
        return in(SecretState.ACTIVE);
    }

    synchronized List<Found> deleted() {
        return in(SecretState.DELETED);
    }

    private List<Found> in(SecretState state) {
        return byName.values().stream()
                .filter(each -> state(each) == state)
                .map(each -> new Found(each, each.latest()))
                .toList();
    }

    /** All versions; empty for a secret that does not exist, because Key Vault sends no error. */
    synchronized List<Found> versions(String name) {
        var secret = byName.get(key(name));
        return secret == null || state(secret) != SecretState.ACTIVE
                ? List.of()
                : secret.versions().stream().map(each -> new Found(secret, each)).toList();
    }

    synchronized Found update(String name, String version, JsonNode body) {
        var found = find(name, version);
        var changed = found.version().with(found.version().fields().with(body), now());
        found.secret().put(changed);
        return new Found(found.secret(), changed);
    }

    synchronized Found delete(String name) {
        var found = find(name, "");
        found.secret().delete(now());
        return found;
    }

    synchronized Found deleted(String name) {
        var secret = byName.get(key(name));
        if (secret == null || state(secret) != SecretState.DELETED) {
            throw VaultError.deletedNotFound(name);
        }
        return new Found(secret, secret.latest());
    }

    synchronized Found recover(String name) {
        refuseWhileDeleting(name);
        var found = deleted(name);
        found.secret().recover(now());
        return found;
    }

    synchronized void purge(String name) {
        refuseWhileDeleting(name);
        var found = deleted(name);
        byName.remove(key(found.secret().name));
    }

    private void refuseWhileDeleting(String name) {
        var secret = byName.get(key(name));
        if (secret != null && state(secret) == SecretState.DELETING) {
            throw VaultError.conflict("ObjectIsBeingDeleted", "Secret is currently being deleted.");
        }
    }

    /** Removes the deleted secrets whose retention has ended. */
    synchronized void expire(java.time.Duration retention) {
        byName.values().removeIf(each -> each.outlived(retention, now()));
    }

    /** All secrets with their states and values, for tests. */
    synchronized List<VaultView.Secret> view() {
        return byName.values().stream()
                .map(each -> VaultView.Secret.of(each, state(each)))
                .toList();
    }

    private Found find(String name, String version) {
        var secret = byName.get(key(name));
        if (secret == null || state(secret) != SecretState.ACTIVE) {
            throw VaultError.notFound(version.isEmpty() ? name : name + "/" + version);
        }
        return version.isEmpty()
                ? new Found(secret, secret.latest())
                : new Found(
                        secret,
                        secret.version(version.toLowerCase(Locale.ROOT))
                                .orElseThrow(() -> VaultError.notFound(name + "/" + version)));
    }

    private SecretState state(StoredSecret secret) {
        return secret.state(delays.get(), now());
    }

    private Instant now() {
        return clock.instant();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
