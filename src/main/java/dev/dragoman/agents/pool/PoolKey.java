package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.CdTarget;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A pool, as the owner of a token sees it.
 *
 * @param token a hash of it
 */
record PoolKey(String url, String pool, String token) {
    /** The same for all pools. */
    PoolKey ofOrganisation() {
        return new PoolKey(url, "", token);
    }

    static PoolKey of(CdTarget target, String token) {
        try {
            var hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(token.getBytes(StandardCharsets.UTF_8));
            return new PoolKey(target.url(), target.pool(), HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
