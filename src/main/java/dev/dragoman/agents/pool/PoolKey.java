package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.CdTarget;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Key of the cache: a pool and a token, as two tokens may see different jobs and agents.
 *
 * @param token hash of the token
 */
record PoolKey(String url, String pool, String token) {
    /** The key that all pools of the organisation share for this token. */
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
