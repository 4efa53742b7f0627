package dev.dragoman.sandbox.azure.servicebus;

import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.entra.Tokens;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks the tokens that clients present, and says which rights they give. Thread-safe. */
final class Clients {
    private static final Set<String> ALL = Set.of("Listen", "Send", "Manage");

    /** Rights by the UUID of a role, from Azure's documentation of built-in roles. */
    private static final Map<String, Set<String>> ROLES =
            Map.of(
                    // Azure Service Bus Data Owner, Data Receiver, Data Sender
                    "090c5cfd-751d-490a-894a-3ce6f1109419", ALL,
                    "4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0", Set.of("Listen"),
                    "69a216fc-b8fb-44d8-bc22-1f3c2cd27a39", Set.of("Send"));

    private final Entities entities;
    private final Tokens tokens;

    Clients(Entities entities, Tokens tokens) {
        this.entities = entities;
        this.tokens = tokens;
    }

    /**
     * A token that was accepted.
     *
     * @param path the path below the namespace for which it was presented; empty for all
     * @param principal the object id of the caller; empty for a key
     * @param rights the rights of the key; empty for a caller with an object id
     */
    record Claim(String path, String principal, Set<String> rights, Instant expires) {
        boolean covers(String other) {
            var below = other.toLowerCase(Locale.ROOT);
            return path.isEmpty() || below.equals(path) || below.startsWith(path + "/");
        }
    }

    /** Whether the claim gives the right to the resource at the moment. */
    boolean allows(Claim claim, String right, String id) {
        if (claim.principal().isEmpty()) {
            return claim.rights().contains(right);
        }
        return entities.roles(claim.principal(), id).stream()
                .anyMatch(role -> ROLES.getOrDefault(role, Set.of()).contains(right));
    }

    /**
     * Checks a token of Entra.
     *
     * @throws BusError unauthorized
     */
    Claim ofEntra(String token, String audience, Entities.Namespace namespace, Instant now) {
        Tokens.Presented presented;
        try {
            presented = tokens.presented(token);
        } catch (ArmError e) {
            throw BusError.unauthorized("InvalidSignature: The token has an invalid signature.");
        }
        if (!tokens.issuer().equals(presented.issuer())) {
            throw BusError.unauthorized("InvalidIssuer: Token issuer is invalid.");
        }
        var own = List.of(Tokens.SERVICE_BUS_AUDIENCE, "https://" + namespace.host());
        if (presented.audiences().stream()
                .map(each -> each.replaceFirst("/$", ""))
                .noneMatch(own::contains)) {
            throw BusError.unauthorized("InvalidAudience: Invalid authorization token audience.");
        }
        requireLater(presented.expires(), now);
        return new Claim(
                path(audience, namespace),
                presented.caller().objectId(),
                Set.of(),
                presented.expires());
    }

    /**
     * Checks a token that is signed by a key of an authorization rule.
     *
     * @throws BusError unauthorized
     */
    Claim ofKey(String token, String audience, Entities.Namespace namespace, Instant now) {
        if (!namespace.localAuth()) {
            throw BusError.unauthorized(
                    BusError.tracked(
                            "LocalAuthDisabled: Authorization failed because SAS authentication has been"
                                    + " disabled for the namespace."));
        }
        var fields = fields(token);
        var scope = path(decoded(fields.get("sr")), namespace);
        var path = path(audience, namespace);
        var keyName = decoded(fields.get("skn"));
        var rule =
                entities.rule(namespace.id(), keyName)
                        .or(
                                () ->
                                        entities.entity(namespace, scope)
                                                .flatMap(each -> entities.rule(each.id(), keyName)))
                        .orElseThrow(Clients::wrongSignature);
        var signed = fields.get("sr") + "\n" + fields.get("se");
        var signature = decoded(fields.get("sig"));
        if (rule.keys().stream().noneMatch(key -> same(signature(key, signed), signature))) {
            throw wrongSignature();
        }
        var expires = expires(fields.get("se"));
        requireLater(expires, now);
        if (!new Claim(scope, "", Set.of(), expires).covers(path)) {
            throw BusError.unauthorized(
                    "InvalidAudience: The authorization header contains a token with a wrong audience.");
        }
        return new Claim(path, "", rule.rights(), expires);
    }

    private static void requireLater(Instant expires, Instant now) {
        if (!expires.isAfter(now)) {
            throw BusError.unauthorized(
                    "ExpiredToken: The token is expired. Expiration time: '" + expires + "'.");
        }
    }

    private static BusError wrongSignature() {
        return BusError.unauthorized("InvalidSignature: The token has an invalid signature.");
    }

    private static Map<String, String> fields(String token) {
        var prefix = "SharedAccessSignature ";
        if (!token.startsWith(prefix)) {
            throw BusError.unauthorized("MalformedToken: The token is no shared access signature.");
        }
        var fields =
                Arrays.stream(token.substring(prefix.length()).split("&", -1))
                        .map(each -> each.split("=", 2))
                        .filter(each -> each.length == 2)
                        .collect(Collectors.toMap(each -> each[0], each -> each[1], (a, b) -> a));
        if (!fields.keySet().containsAll(Set.of("sr", "sig", "se", "skn"))) {
            throw BusError.unauthorized("MalformedToken: The token lacks sr, sig, se or skn.");
        }
        return fields;
    }

    private static Instant expires(String seconds) {
        try {
            return Instant.ofEpochSecond(Long.parseLong(seconds));
        } catch (NumberFormatException e) {
            throw BusError.unauthorized("MalformedToken: The field se is no number.");
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String signature(String key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no HmacSHA256", e);
        }
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The path below the namespace in an audience such as {@code sb://NAME.servicebus.windows.net/q},
     * in lower case. An emulator's clients write {@code localhost} for the host.
     */
    private static String path(String audience, Entities.Namespace namespace) {
        var uri =
                Optional.of(audience)
                        .filter(each -> each.contains("://"))
                        .map(each -> URI.create(each.replace(" ", "%20")))
                        .filter(
                                each ->
                                        List.of(namespace.host(), "localhost", "127.0.0.1")
                                                .contains(
                                                        String.valueOf(each.getHost())
                                                                .toLowerCase(Locale.ROOT)))
                        .orElseThrow(
                                () ->
                                        BusError.unauthorized(
                                                "InvalidAudience: The authorization header contains a"
                                                        + " token with a wrong audience."));
        return uri.getPath().replaceAll("^/|/$", "").toLowerCase(Locale.ROOT);
    }
}
