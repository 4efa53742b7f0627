package dev.dragoman.sandbox.azure.vault;

import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.entra.Tokens;
import java.time.Instant;
import java.util.Optional;

/** Checks tokens, and refuses them with Key Vault's own codes. */
final class VaultTokens {
    private final Tokens entra;

    VaultTokens(Tokens entra) {
        this.entra = entra;
    }

    /** The tokens that a vault accepts. */
    record Accepted(String tenant, String resource) {
        String issuer() {
            return Tokens.issuer(tenant);
        }
    }

    /**
     * @throws VaultError 401
     */
    Tokens.Caller verify(Optional<String> authorization, Instant now, Accepted accepted) {
        var header = authorization.orElse("");
        if (!header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw VaultError.unauthorized("AKV10000: Request is missing a Bearer or PoP token.");
        }
        Tokens.Presented token;
        try {
            token = entra.presented(header.substring(7).strip());
        } catch (ArmError e) {
            throw VaultError.unauthorized(
                    "AKV10046: Unable to resolve the key used for signature validation.");
        }
        if (token.audiences().stream().noneMatch(each -> ours(each, accepted.resource()))) {
            throw VaultError.unauthorized(
                    "AKV10022: Invalid audience. Expected %s, found: %s."
                            .formatted(
                                    accepted.resource(), String.join(", ", token.audiences())));
        }
        if (!accepted.issuer().equals(token.issuer())) {
            throw VaultError.unauthorized(
                    "AKV10032: Invalid issuer. Expected one of %s, found %s."
                            .formatted(accepted.issuer(), token.issuer()));
        }
        if (!token.expires().isAfter(now)) {
            throw VaultError.unauthorized("[TokenExpired] Error validating token: 'S2S12086'.");
        }
        return token.caller();
    }

    private static boolean ours(String audience, String resource) {
        return audience.equals(resource) || audience.equals(resource + "/");
    }
}
