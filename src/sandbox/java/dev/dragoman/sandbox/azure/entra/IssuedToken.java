package dev.dragoman.sandbox.azure.entra;

import java.time.Instant;

/**
 * An access token that was issued. It does not contain the token itself.
 *
 * @param by the credential: {@code secret}, {@code certificate}, {@code node}, or the subject of an
 *     assertion
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
