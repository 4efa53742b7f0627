package dev.dragoman.sandbox.azure.entra;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.dragoman.sandbox.azure.ArmError;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Access tokens, which Entra signs, and which Resource Manager and key vaults check. */
public final class Tokens {
    /** The audience of key vaults. */
    public static final String VAULT_AUDIENCE = "https://vault.azure.net";

    /** The audience of all namespaces of Service Bus. */
    public static final String SERVICE_BUS_AUDIENCE = "https://servicebus.azure.net";

    private final RSAKey key;
    private final String issuer;

    private final List<String> audiences;
    private final Set<String> further = ConcurrentHashMap.newKeySet();
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();
    private final List<IssuedToken> issued = new CopyOnWriteArrayList<>();
    private final Set<String> signatures = ConcurrentHashMap.newKeySet();

    /**
     * @param audiences audiences of Resource Manager, without a slash at the end
     */
    public Tokens(String tenant, List<String> audiences) {
        this.audiences = List.copyOf(audiences);
        this.issuer = issuer(tenant);
        try {
            key = new RSAKeyGenerator(2048).keyID(UUID.randomUUID().toString()).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot make a signing key", e);
        }
    }

    /** The issuer of tokens of that tenant. */
    public static String issuer(String tenant) {
        return "https://sts.windows.net/" + tenant + "/";
    }

    /** The application that presents a token. */
    public record Caller(String clientId, String objectId) {}

    JWKSet publicKeys() {
        return new JWKSet(key.toPublicJWK());
    }

    public String issuer() {
        return issuer;
    }

    /** The tokens issued so far. */
    public List<IssuedToken> issued() {
        return List.copyOf(issued);
    }

    /** Who gets a token, by which credential ({@link IssuedToken#by}), and from which tenant. */
    record Grant(Caller caller, String by, String tenant) {}

    String issue(Grant grant, String audience, Duration lifetime, Instant now) {
        var caller = grant.caller();
        issued.add(
                new IssuedToken(
                        now,
                        grant.by(),
                        grant.tenant(),
                        caller.clientId(),
                        caller.objectId(),
                        audience));
        var claims =
                new JWTClaimsSet.Builder()
                        .audience(audience)
                        .issuer(issuer(grant.tenant()))
                        .issueTime(Date.from(now))
                        .notBeforeTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(lifetime)))
                        .subject(caller.objectId())
                        .claim("appid", caller.clientId())
                        .claim("idtyp", "app")
                        .claim("oid", caller.objectId())
                        .claim("tid", grant.tenant())
                        .claim("uti", UUID.randomUUID().toString())
                        .claim("ver", "1.0")
                        .build();
        var jwt =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                        claims);
        try {
            jwt.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot sign the access token", e);
        }
        var token = jwt.serialize();
        seen(token);
        return token;
    }

    /** Records the signature of an access token or of a client assertion. */
    void seen(String token) {
        signatures.add(token.substring(token.lastIndexOf('.') + 1));
    }

    /** The signatures of all tokens and assertions so far, to find leaks. */
    public Set<String> signatures() {
        return Set.copyOf(signatures);
    }

    /**
     * Whether Resource Manager, key vaults or Service Bus accept tokens for this resource, with or without a
     * slash at the end.
     */
    boolean audience(String resource) {
        return among(resource, audiences)
                || among(resource, List.of(VAULT_AUDIENCE, SERVICE_BUS_AUDIENCE))
                || among(resource, further);
    }

    /** Issues tokens also for this resource, which key vaults may ask for. */
    public void resource(String resource) {
        further.add(resource);
    }

    /** Refuses all tokens that were issued so far. */
    public void revoke() {
        revoked.addAll(signatures);
    }

    private static boolean among(String resource, Collection<String> names) {
        return names.contains(
                resource.endsWith("/") ? resource.substring(0, resource.length() - 1) : resource);
    }

    /**
     * The caller whose token is in the header.
     *
     * @throws ArmError when the token is missing or invalid
     */
    public Caller verify(Optional<String> authorization, Instant now) {
        return verify(authorization, now, audiences);
    }

    /** Like {@link #verify(Optional, Instant)}, for an API with other audiences. */
    public Caller verify(Optional<String> authorization, Instant now, Collection<String> accepted) {
        var header =
                authorization.orElseThrow(
                        () ->
                                refused(
                                        "AuthenticationFailed",
                                        "Authentication failed. The 'Authorization' header is"
                                                + " missing."));
        if (!header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw refused(
                    "AuthenticationFailedInvalidHeader",
                    "Authentication failed. The 'Authorization' header is provided in an invalid"
                            + " format.");
        }
        var claims = claims(header.substring(7).strip());
        if (!issuer.equals(claims.getIssuer())) {
            throw refused(
                    "InvalidAuthenticationTokenTenant",
                    "The access token is from the wrong issuer '%s'. It must match the tenant '%s' associated with this subscription."
                            .formatted(claims.getIssuer(), issuer));
        }
        if (claims.getAudience().stream().noneMatch(each -> among(each, accepted))) {
            throw refused(
                    "InvalidAuthenticationTokenAudience",
                    "The access token has been obtained for wrong audience or resource '"
                            + String.join(",", claims.getAudience())
                            + "'. It should exactly match with one of the allowed audiences '"
                            + String.join(",", accepted)
                            + "'.");
        }
        if (!claims.getExpirationTime().toInstant().isAfter(now)) {
            throw refused(
                    "ExpiredAuthenticationToken",
                    "The access token expiry UTC time '"
                            + claims.getExpirationTime().toInstant()
                            + "' is earlier than current UTC time '"
                            + now
                            + "'.");
        }
        return new Caller(String.valueOf(claims.getClaim("appid")), claims.getSubject());
    }

    /** The content of a token. Only its signature was checked. */
    public record Presented(
            Caller caller, String issuer, List<String> audiences, Instant expires) {}

    /**
     * Reads a token and checks its signature only, for an API that refuses tokens by its own
     * errors.
     *
     * @throws ArmError when the signature is not Entra's
     */
    public Presented presented(String token) {
        var claims = claims(token);
        return new Presented(
                new Caller(String.valueOf(claims.getClaim("appid")), claims.getSubject()),
                claims.getIssuer(),
                claims.getAudience(),
                claims.getExpirationTime().toInstant());
    }

    /**
     * The tenant of an auxiliary token.
     *
     * @throws ArmError when the token is invalid
     */
    String auxiliary(String header, Instant now) {
        if (!header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw refused("InvalidAuxiliaryTokens", "The auxiliary token is invalid.");
        }
        var claims = claims(header.substring(7).strip());
        if (claims.getAudience().stream().noneMatch(each -> among(each, audiences))
                || !claims.getExpirationTime().toInstant().isAfter(now)) {
            throw refused("InvalidAuxiliaryTokens", "The auxiliary token is invalid.");
        }
        return String.valueOf(claims.getClaim("tid"));
    }

    private JWTClaimsSet claims(String token) {
        if (revoked.contains(token.substring(token.lastIndexOf('.') + 1))) {
            throw refused("InvalidAuthenticationToken", "The access token was revoked.");
        }
        try {
            var jwt = SignedJWT.parse(token);
            // the caller chooses the JWT header: accept only the algorithm and key of this class
            if (JWSAlgorithm.RS256.equals(jwt.getHeader().getAlgorithm())
                    && jwt.verify(new RSASSAVerifier(key.toRSAPublicKey()))) {
                return jwt.getJWTClaimsSet();
            }
        } catch (ParseException | JOSEException e) {
            throw refused("InvalidAuthenticationToken", "The access token is invalid.");
        }
        throw refused("InvalidAuthenticationToken", "The access token is invalid.");
    }

    private static ArmError refused(String code, String message) {
        return ArmError.gateway(401, code, message);
    }
}
