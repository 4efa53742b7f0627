package dev.dragoman.sandbox.azure.entra;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.devops.DevOps;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Entra: the token endpoint, and the discovery documents that clients read to find that endpoint.
 */
public final class Entra {
    private static final String BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private static final Duration USUAL = Duration.ofMinutes(60);

    private static final Set<String> OPENID = Set.of("openid", "profile", "offline_access");

    private final Directory directory;
    private final ManagedIdentities identities;
    private final Tokens tokens;
    private final Assertions assertions;
    private final Clock clock;
    private volatile Duration lifetime = USUAL;
    private volatile Duration refresh = Duration.ZERO;

    public Entra(
            Directory directory,
            ManagedIdentities identities,
            Tokens tokens,
            Clock clock) {
        this.directory = directory;
        this.identities = identities;
        this.tokens = tokens;
        this.clock = clock;
        this.assertions = new Assertions(directory);
    }

    public void lifetime(Duration lifetime) {
        this.lifetime = lifetime;
    }

    /**
     * Sets when clients shall replace tokens ({@code refresh_in}), counted from their issue. By
     * default Entra does not say it, as for tokens of an hour.
     */
    public void refresh(Duration after) {
        this.refresh = after;
    }

    /**
     * @param self own base URL, for example {@code https://localhost:1234}
     */
    public Answer answer(Call call, String self) {
        try {
            return route(call, self);
        } catch (EntraError e) {
            return e.answer(clock.instant());
        }
    }

    private Answer route(Call call, String self) {
        var segments = List.of(call.path().substring(1).split("/", -1));
        var rest = String.join("/", segments.subList(Math.min(1, segments.size()), segments.size()));
        return switch (rest) {
            case "oauth2/v2.0/token" -> {
                if (!"POST".equals(call.method())) {
                    throw EntraError.invalidRequest(
                            900561, "The endpoint only accepts POST requests.");
                }
                yield token(segments.getFirst(), Call.parameters(call.body()), self);
            }
            case "discovery/instance" -> Answer.of(200, instances(call, self));
            case "v2.0/.well-known/openid-configuration" -> {
                checkTenant(segments.getFirst());
                yield Answer.of(200, configuration(segments.getFirst(), self));
            }
            case "discovery/v2.0/keys" ->
                    Answer.of(200, Json.MAPPER.valueToTree(tokens.publicKeys().toJSONObject()));
            default -> Answer.empty(404);
        };
    }

    private Answer token(String tenant, Map<String, String> form, String self) {
        checkTenant(tenant);
        var grant = form.getOrDefault("grant_type", "");
        if (!"client_credentials".equals(grant)) {
            throw grant.isEmpty()
                    ? EntraError.invalidRequest(
                            900144,
                            "The request body must contain the following parameter:"
                                    + " 'grant_type'.")
                    : new EntraError(
                            400,
                            "unsupported_grant_type",
                            70003,
                            "The app requested an unsupported grant type '" + grant + "'.");
        }
        var clientId = form.getOrDefault("client_id", "");
        if (clientId.isEmpty()) {
            throw EntraError.invalidRequest(
                    900144,
                    "The request body must contain the following parameter: 'client_id'.");
        }
        var audience = audience(form.getOrDefault("scope", ""));
        var endpoint = self + "/" + tenant + "/oauth2/v2.0/token";
        var signedIn = authenticate(clientId, form, endpoint);
        var body = Json.object();
        body.put("token_type", "Bearer")
                .put("expires_in", lifetime.toSeconds())
                .put("ext_expires_in", lifetime.toSeconds())
                .put("access_token", tokens.issue(
                                new Tokens.Grant(signedIn.caller(), signedIn.by(), tenant),
                                audience,
                                lifetime,
                                clock.instant()));
        if (refresh.isPositive()) {
            body.put("refresh_in", refresh.toSeconds());
        }
        return Answer.of(200, body);
    }

    /** An authenticated caller, and the kind of its credential ({@link IssuedToken#by}). */
    private record SignedIn(Tokens.Caller caller, String by) {}

    /**
     * The caller for a managed identity that a node has; empty when no application or identity has
     * the client id.
     */
    Optional<Tokens.Caller> identity(String clientId) {
        var identity = identities.find(clientId);
        return identity.isPresent() || directory.find(clientId).isPresent()
                ? Optional.of(caller(clientId, identity))
                : Optional.empty();
    }

    /** The lifetime of tokens if a test has set one, otherwise the argument. */
    Duration lifetimeOr(Duration usual) {
        return lifetime.equals(USUAL) ? usual : lifetime;
    }

    /** Issues a token for an identity of the node. */
    String ofNode(Tokens.Caller caller, String resource, Duration lives) {
        return tokens.issue(
                new Tokens.Grant(caller, "node", directory.tenant()),
                resource(resource),
                lives,
                clock.instant());
    }

    private static Tokens.Caller caller(
            String clientId, Optional<ManagedIdentities.Identity> identity) {
        return new Tokens.Caller(
                clientId,
                identity.map(ManagedIdentities.Identity::principalId)
                        .orElseGet(() -> Directory.objectId(clientId)));
    }

    private SignedIn authenticate(
            String clientId, Map<String, String> form, String endpoint) {
        var assertion = form.get("client_assertion");
        if (assertion != null) {
            tokens.seen(assertion);
        }
        if (assertion != null && !BEARER.equals(form.get("client_assertion_type"))) {
            throw EntraError.invalidRequest(
                    900144,
                    "The request body must contain the following parameter:"
                            + " 'client_assertion_type'.");
        }
        var identity = identities.find(clientId);
        var client = directory.find(clientId);
        if (identity.isEmpty() && client.isEmpty()) {
            throw new EntraError(
                    400,
                    "unauthorized_client",
                    700016,
                    ("Application with identifier '%s' was not found in the directory '%s'. This"
                         + " can happen if the application has not been installed by the"
                         + " administrator of the tenant or consented to by any user in the tenant."
                         + " You may have sent your authentication request to the wrong tenant.")
                            .formatted(clientId, directory.tenant()));
        }
        String by;
        if (assertion != null && client.orElse(null) instanceof Client.Certificate c) {
            assertions.checkOwn(assertion, c, endpoint, clock.instant());
            by = "certificate";
        } else if (assertion != null) {
            var trusts = new ArrayList<Assertions.Trust>();
            if (client.orElse(null) instanceof Client.Federated f) {
                trusts.add(new Assertions.Trust(f.issuer(), f.subject(), f.audience()));
            }
            identity.ifPresent(i -> trusts.addAll(i.trusts()));
            if (trusts.isEmpty()) {
                throw EntraError.invalidClient(
                        70025,
                        "The client '%s' has no configured federated identity credentials."
                                .formatted(clientId));
            }
            by = assertions.check(assertion, trusts, clock.instant());
        } else {
            checkSecret(clientId, client.orElse(null), form.get("client_secret"));
            by = "secret";
        }
        return new SignedIn(caller(clientId, identity), by);
    }

    private static void checkSecret(String clientId, Client client, String presented) {
        if (presented == null) {
            throw EntraError.invalidClient(
                    7000218,
                    "The request body must contain the following parameter: 'client_assertion' or"
                            + " 'client_secret'.");
        }
        var known = client instanceof Client.Secret s ? s.secret() : "";
        if (known.isEmpty()
                || !MessageDigest.isEqual(
                        known.getBytes(StandardCharsets.UTF_8),
                        presented.getBytes(StandardCharsets.UTF_8))) {
            throw EntraError.invalidClient(
                    7000215,
                    "Invalid client secret provided. Ensure the secret being sent in the request is"
                        + " the client secret value, not the client secret ID, for a secret added"
                        + " to app '"
                            + clientId
                            + "'.");
        }
    }

    private void checkTenant(String tenant) {
        if (!directory.knows(tenant)) {
            throw EntraError.invalidRequest(
                    90002,
                    ("Tenant '%s' not found. Check to make sure you have the correct tenant ID and"
                         + " are signing into the correct cloud. Check with your subscription"
                         + " administrator, this may happen if there are no active subscriptions for"
                         + " the tenant.")
                            .formatted(tenant));
        }
    }

    /** The audience of the token. Entra writes it into the token in the spelling of the request. */
    private String audience(String scopes) {
        // Microsoft's library also asks for OpenID scopes, in any order; Entra ignores them for
        // applications
        var scope =
                Arrays.stream(scopes.split(" ", -1))
                        .filter(s -> !OPENID.contains(s))
                        .collect(Collectors.joining(" "));
        if (!scope.endsWith("/.default")) {
            throw new EntraError(
                    400,
                    "invalid_scope",
                    1002012,
                    "The provided value for scope "
                            + scope
                            + " is not valid. Client credential flows must have a scope value with"
                            + " /.default suffixed to the resource identifier (application ID"
                            + " URI).");
        }
        // "https://management.azure.com//.default" is for an audience that ends with a slash
        return resource(scope.substring(0, scope.length() - "/.default".length()));
    }

    private String resource(String resource) {
        if (!tokens.audience(resource) && !DevOps.RESOURCE.equals(resource)) {
            throw new EntraError(
                    400,
                    "invalid_resource",
                    500011,
                    "The resource principal named "
                            + resource
                            + " was not found in the tenant named "
                            + directory.tenant()
                            + ".");
        }
        return resource;
    }

    private JsonNode configuration(String tenant, String self) {
        var body = Json.object();
        body.put("token_endpoint", self + "/" + tenant + "/oauth2/v2.0/token")
                .put("authorization_endpoint", self + "/" + tenant + "/oauth2/v2.0/authorize")
                .put("jwks_uri", self + "/" + tenant + "/discovery/v2.0/keys")
                .put("issuer", tokens.issuer());
        body.putArray("token_endpoint_auth_methods_supported")
                .add("client_secret_post")
                .add("private_key_jwt");
        return body;
    }

    private JsonNode instances(Call call, String self) {
        var host = self.substring("https://".length());
        var body = Json.object();
        body.put(
                "tenant_discovery_endpoint",
                self + "/" + directory.tenant() + "/v2.0/.well-known/openid-configuration");
        body.put("api-version", call.parameter("api-version").orElse("1.1"));
        var metadata = body.putArray("metadata").addObject();
        metadata.put("preferred_network", host).put("preferred_cache", host);
        metadata.putArray("aliases").add(host);
        return body;
    }
}
