package dev.dragoman.sandbox.azure;

import java.time.Instant;

/**
 * An access token that was given to somebody, without the token.
 *
 * @param by what it was given for: {@code secret}, {@code certificate}, {@code node}, or the subject
 *     of an assertion
 * @param tenant claim {@code tid}
 * @param clientId claim {@code appid}
 * @param subject claim {@code sub}
 * @param audience claim {@code aud}
 */
public record IssuedToken(
        Instant time,
        String by,
        String tenant,
        String clientId,
        String subject,
        String audience) {}
