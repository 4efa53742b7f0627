package dev.dragoman.sandbox.azure.vault;

import java.time.Instant;
import java.util.UUID;

/**
 * A version of a secret.
 *
 * @param id 32 hexadecimal digits
 * @param created seconds since 1970
 * @param updated seconds since 1970
 */
record SecretVersion(String id, String value, SecretFields fields, long created, long updated) {
    static SecretVersion of(String value, SecretFields fields, Instant now) {
        long second = now.getEpochSecond();
        var id = UUID.randomUUID().toString().replace("-", "");
        return new SecretVersion(id, value, fields, second, second);
    }

    SecretVersion with(SecretFields other, Instant now) {
        return new SecretVersion(id, value, other, created, now.getEpochSecond());
    }

    /** Omits the value, which must not be logged. */
    @Override
    public String toString() {
        return "SecretVersion[" + id + "]";
    }
}
