package dev.dragoman.sandbox.azure.entra;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Checks client assertions as Entra does. For federated credentials issuer, subject and audience
 * must match exactly.
 */
public final class Assertions {
    private static final Duration SKEW = Duration.ofMinutes(5);

    private final Directory directory;

    Assertions(Directory directory) {
        this.directory = directory;
    }

    /** A federated credential: the values that an assertion must have. */
    public record Trust(String issuer, String subject, String audience) {}

    /**
     * Checks an assertion against federated credentials.
     *
     * @return the assertion's subject
     * @throws EntraError when no credential matches, or the signature or the time is wrong
     */
    String check(String assertion, List<Trust> trusts, Instant now) {
        var jwt = parse(assertion);
        var claims = claims(jwt);
        var issuer = String.valueOf(claims.getIssuer());
        var subject = String.valueOf(claims.getSubject());
        var audience = claims.getAudience();
        if (trusts.stream().noneMatch(t -> t.issuer().equals(issuer))) {
            throw mismatch(700211, "issuer '" + issuer + "'", subject, issuer, audience);
        }
        if (trusts.stream().noneMatch(t -> t.subject().equals(subject))) {
            throw mismatch(700213, "subject '" + subject + "'", subject, issuer, audience);
        }
        if (trusts.stream().noneMatch(t -> audience.equals(List.of(t.audience())))) {
            throw mismatch(
                    700212, "audience '" + String.join(",", audience) + "'", subject, issuer, audience);
        }
        var wanted = new Trust(issuer, subject, audience.getFirst());
        if (!trusts.contains(wanted)) {
            throw mismatch(70021, "combination", subject, issuer, audience);
        }
        if (!signedBy(jwt, issuer)) {
            throw EntraError.invalidClient(
                    700027,
                    "The certificate with identifier used to sign the client assertion is not"
                            + " registered on application. [Reason - The key was not found.]");
        }
        checkTime(claims, now);
        return subject;
    }

    /**
     * Checks an assertion that the application has signed with the private key of its certificate.
     */
    void checkOwn(String assertion, Client.Certificate client, String endpoint, Instant now) {
        var jwt = parse(assertion);
        var claims = claims(jwt);
        if (!client.clientId().equals(claims.getIssuer())
                || !client.clientId().equals(claims.getSubject())) {
            throw EntraError.invalidClient(
                    700021,
                    "Client assertion application identifier doesn't match 'client_id' parameter.");
        }
        if (!claims.getAudience().equals(List.of(endpoint))) {
            throw EntraError.invalidClient(
                    700023,
                    "Client assertion audience claim does not match Realm issuer. Expected "
                            + endpoint
                            + ".");
        }
        if (!names(jwt, client.certificate())
                || !verifies(jwt, (RSAPublicKey) client.certificate().getPublicKey())) {
            throw EntraError.invalidClient(
                    700027,
                    "The certificate with identifier used to sign the client assertion is not"
                            + " registered on application. [Reason - The key was not found.]");
        }
        checkTime(claims, now);
    }

    /**
     * Whether the header has the thumbprint of the certificate. Older clients send the SHA-1
     * thumbprint.
     */
    private static boolean names(SignedJWT jwt, X509Certificate certificate) {
        var header = jwt.getHeader().toJSONObject();
        try {
            var encoded = certificate.getEncoded();
            return same(header.get("x5t#S256"), "SHA-256", encoded)
                    || same(header.get("x5t"), "SHA-1", encoded);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Compares thumbprints. Microsoft's library writes them in Base64 or Base64URL; the decoder
     * accepts both.
     */
    private static boolean same(Object thumbprint, String algorithm, byte[] certificate)
            throws GeneralSecurityException {
        return thumbprint instanceof String text
                && MessageDigest.isEqual(
                        new Base64URL(text).decode(),
                        MessageDigest.getInstance(algorithm).digest(certificate));
    }

    private static boolean verifies(SignedJWT jwt, RSAPublicKey key) {
        try {
            return jwt.verify(new RSASSAVerifier(key));
        } catch (JOSEException e) {
            return false;
        }
    }

    private static void checkTime(JWTClaimsSet claims, Instant now) {
        var expires = claims.getExpirationTime();
        var from = claims.getNotBeforeTime();
        if (expires == null
                || expires.toInstant().plus(SKEW).isBefore(now)
                || (from != null && from.toInstant().minus(SKEW).isAfter(now))) {
            throw EntraError.invalidClient(
                    700024,
                    "Client assertion is not within its valid time range. Current time: "
                            + now
                            + ", assertion valid from "
                            + (from == null ? "unset" : from.toInstant())
                            + ", expiry time of assertion "
                            + (expires == null ? "unset" : expires.toInstant())
                            + ".");
        }
    }

    private boolean signedBy(SignedJWT jwt, String issuer) {
        var id = jwt.getHeader().getKeyID();
        return directory
                .keysOf(issuer)
                .map(set -> id == null ? set.getKeys() : keysWithId(set.getKeys(), id))
                .orElse(List.of())
                .stream()
                .anyMatch(key -> verifies(jwt, key));
    }

    private static List<JWK> keysWithId(List<JWK> keys, String id) {
        return keys.stream().filter(k -> id.equals(k.getKeyID())).toList();
    }

    private static boolean verifies(SignedJWT jwt, JWK key) {
        try {
            JWSVerifier verifier =
                    switch (key) {
                        case RSAKey rsa -> new RSASSAVerifier(rsa);
                        case ECKey ec -> new ECDSAVerifier(ec);
                        default -> null;
                    };
            return verifier != null && jwt.verify(verifier);
        } catch (JOSEException e) {
            return false;
        }
    }

    private static SignedJWT parse(String assertion) {
        try {
            return SignedJWT.parse(assertion);
        } catch (ParseException e) {
            throw EntraError.invalidRequest(
                    50027, "JWT token is invalid or malformed. [Reason - not a signed JWT.]");
        }
    }

    private static JWTClaimsSet claims(SignedJWT jwt) {
        try {
            return jwt.getJWTClaimsSet();
        } catch (ParseException e) {
            throw EntraError.invalidRequest(50027, "JWT token is invalid or malformed.");
        }
    }

    private static EntraError mismatch(
            int number, String what, String subject, String issuer, List<String> audience) {
        return EntraError.invalidClient(
                number,
                ("No matching federated identity record found for presented assertion %s. Please"
                     + " check your federated identity credential Subject, Audience and Issuer"
                     + " against the presented assertion. Assertion Subject: '%s', Assertion Issuer:"
                     + " '%s', Assertion Audience: '%s'.")
                        .formatted(what, subject, issuer, String.join(",", audience)));
    }
}
