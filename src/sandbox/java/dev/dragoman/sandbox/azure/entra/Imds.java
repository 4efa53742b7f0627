package dev.dragoman.sandbox.azure.entra;

import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The metadata service of a node. It issues tokens of the identities that are assigned to the node.
 * Like Azure's metadata service, it handles at most five requests at the same time and refuses
 * further requests with 429.
 */
public final class Imds {
    private static final String TOKEN = "/metadata/identity/oauth2/token";
    private static final Pattern VERSION = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final List<String> NEWEST = List.of("2021-02-01", "2020-12-01", "2020-10-01");
    private static final Duration LIFETIME = Duration.ofHours(24);
    private static final int AT_ONCE = 5;

    private final Entra entra;
    private final Clock clock;
    private final Set<String> assigned = ConcurrentHashMap.newKeySet();
    private final Semaphore places = new Semaphore(AT_ONCE);

    public Imds(Entra entra, Clock clock) {
        this.entra = entra;
        this.clock = clock;
    }

    public void assign(String clientId) {
        assigned.add(clientId);
    }

    public void remove(String clientId) {
        assigned.remove(clientId);
    }

    /**
     * @param faults gives the answer of a fault, if one is set for the call
     */
    public Answer answer(Call call, Function<Call, Optional<Answer>> faults) {
        if (!places.tryAcquire()) {
            return refused(429, "too_many_requests", "Temporarily throttled");
        }
        try {
            return faults.apply(call).orElseGet(() -> route(call));
        } catch (EntraError e) {
            return refused(400, e.error(), e.sentence());
        } finally {
            places.release();
        }
    }

    private Answer route(Call call) {
        if (call.header("X-Forwarded-For").isPresent()) {
            return refused(
                    400, "invalid_request", "Requests with header X-Forwarded-For are refused");
        }
        if (!call.header("Metadata").filter("true"::equalsIgnoreCase).isPresent()) {
            return refused(400, "invalid_request", "Required metadata header not specified");
        }
        if (!TOKEN.equals(call.path())) {
            return refused(404, "not_found", "The requested element does not exist");
        }
        if (!"GET".equals(call.method())) {
            return refused(405, "method_not_allowed", "The method is not supported");
        }
        if (!call.parameter("api-version").filter(v -> VERSION.matcher(v).matches()).isPresent()) {
            var body = Json.object();
            body.put("error", "Bad request. api-version was not specified in the request");
            NEWEST.forEach(body.putArray("newest-versions")::add);
            return Answer.of(400, body);
        }
        var resource = call.parameter("resource");
        if (resource.isEmpty()) {
            return refused(400, "invalid_request", "Required audience parameter not specified");
        }
        return token(call.parameter("client_id"), resource.get());
    }

    private Answer token(Optional<String> named, String resource) {
        if (named.isEmpty() && assigned.size() > 1) {
            return refused(
                    400,
                    "invalid_request",
                    "Multiple user assigned identities exist, please specify the clientId /"
                            + " resourceId of the identity in the token request");
        }
        var caller =
                named.or(() -> assigned.stream().findFirst())
                        .filter(assigned::contains)
                        .flatMap(entra::identity);
        if (caller.isEmpty()) {
            return refused(400, "invalid_request", "Identity not found");
        }
        var now = clock.instant();
        var lifetime = entra.lifetimeOr(LIFETIME);
        var body = Json.object();
        body.put("access_token", entra.ofNode(caller.get(), resource, lifetime))
                .put("client_id", caller.get().clientId())
                .put("expires_in", Long.toString(lifetime.toSeconds()))
                .put("expires_on", Long.toString(now.plus(lifetime).getEpochSecond()))
                .put("ext_expires_in", Long.toString(lifetime.toSeconds()))
                .put("not_before", Long.toString(now.getEpochSecond()))
                .put("resource", resource)
                .put("token_type", "Bearer");
        return Answer.of(200, body);
    }

    private static Answer refused(int status, String error, String description) {
        var body = Json.object();
        body.put("error", error).put("error_description", description);
        return Answer.of(status, body);
    }
}
