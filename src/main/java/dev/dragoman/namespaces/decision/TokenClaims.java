package dev.dragoman.namespaces.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * The claims of a ServiceAccount token. This class does not verify them: only the API server can,
 * and {@code tryToken} asks it.
 *
 * @param issuedAt when the token was issued
 * @param expiresAt when the token expires; the API server may have shortened the requested lifetime
 * @param namespace namespace of the ServiceAccount
 * @param account name of the ServiceAccount
 * @param accountUid uid of the ServiceAccount, which changes when the account is deleted and
 *     created again
 * @param handleUid uid of the Secret to which the token is bound; empty if it is bound to none
 */
public record TokenClaims(
        Instant issuedAt,
        Instant expiresAt,
        String namespace,
        String account,
        String accountUid,
        String handleUid) {
    /** Maximum length; a longer text is no token and is not parsed. */
    private static final int LONGEST = 16_384;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The claims, or empty when the text is no token of a ServiceAccount. */
    public static Optional<TokenClaims> of(String token) {
        if (token.length() > LONGEST) {
            return Optional.empty();
        }
        var parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            var payload = Base64.getUrlDecoder().decode(parts[1]);
            return read(MAPPER.readTree(new String(payload, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException | JsonProcessingException notAToken) {
            return Optional.empty();
        }
    }

    private static Optional<TokenClaims> read(JsonNode claims) {
        var issued = claims.path("iat");
        var expires = claims.path("exp");
        var kubernetes = claims.path("kubernetes.io");
        if (!issued.canConvertToLong()
                || !expires.canConvertToLong()
                || issued.asLong() <= 0
                || expires.asLong() <= issued.asLong()
                || expires.asLong() > Integer.MAX_VALUE * 4L) {
            return Optional.empty();
        }
        return Optional.of(
                new TokenClaims(
                        Instant.ofEpochSecond(issued.asLong()),
                        Instant.ofEpochSecond(expires.asLong()),
                        kubernetes.path("namespace").asText(""),
                        kubernetes.path("serviceaccount").path("name").asText(""),
                        kubernetes.path("serviceaccount").path("uid").asText(""),
                        kubernetes.path("secret").path("uid").asText("")));
    }

    /** When to renew the token: at 80 % of its actual lifetime. */
    public Instant renewAt() {
        var life = Duration.between(issuedAt, expiresAt);
        return issuedAt.plus(life.multipliedBy(4).dividedBy(5));
    }
}
