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

    /**
     * @throws VaultError 401
     */
    Tokens.Caller verify(Optional<String> authorization, Instant now) {
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
        if (token.audiences().stream().noneMatch(VaultTokens::ours)) {
            throw VaultError.unauthorized(
                    "AKV10022: Invalid audience. Expected %s, found: %s."
                            .formatted(
                                    Tokens.VAULT_AUDIENCE, String.join(", ", token.audiences())));
        }
        if (!entra.issuer().equals(token.issuer())) {
            throw VaultError.unauthorized(
                    "AKV10032: Invalid issuer. Expected one of %s, found %s."
                            .formatted(entra.issuer(), token.issuer()));
        }
        if (!token.expires().isAfter(now)) {
            throw VaultError.unauthorized("[TokenExpired] Error validating token: 'S2S12086'.");
        }
        return token.caller();
    }

    private static boolean ours(String audience) {
        return audience.equals(Tokens.VAULT_AUDIENCE)
                || audience.equals(Tokens.VAULT_AUDIENCE + "/");
    }
}
