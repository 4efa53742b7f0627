package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * What Azure would not let anyone do: look inside, change resources behind the clients' backs, and
 * make requests fail. Patterns are regular expressions, searched without regard to case in {@code
 * METHOD /path}; the rule set last wins. Thread-safe.
 */
public final class SandboxControl {
    private final Resources resources;
    private final Types types;
    private final Faults faults;
    private final Providers providers;
    private final RateLimits limits;
    private final Directory directory;
    private final Entra entra;
    private final Tokens tokens;
    private final LinkedTenants tenants;
    private final Imds imds;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    SandboxControl(Arm.Parts parts, Directory directory, Entra entra, Imds imds) {
        this.tokens = parts.tokens();
        this.tenants = parts.tenants();
        this.imds = imds;
        this.resources = parts.resources();
        this.types = parts.types();
        this.faults = parts.faults();
        this.providers = parts.providers();
        this.limits = parts.limits();
        this.directory = directory;
        this.entra = entra;
    }

    /** Ids of all that exists, what Azure makes by itself included. */
    public List<String> resources() {
        return resources.locked(() -> resources.all().stream().map(r -> r.id.path()).toList());
    }

    /** The state of a resource: everything but id, name and type. */
    public Optional<JsonNode> get(String id) {
        return resources.locked(() -> resources.find(id).map(r -> r.state.deepCopy()));
    }

    /** Drift: merges a patch (RFC 7396) into a resource as if somebody else had changed it. */
    public JsonNode mutate(String id, JsonNode jsonMergePatch) {
        return resources.locked(
                () -> {
                    var state = existing(id).state;
                    Json.mergePatch(state, jsonMergePatch);
                    return state.deepCopy();
                });
    }

    /** Removes a resource and all below it, at once. */
    public void remove(String id) {
        resources.locked(
                () -> {
                    resources.remove(existing(id));
                    return true;
                });
    }

    /** Makes new keys for a resource, as an operator at the portal would. */
    public void rotateKeys(String id) {
        resources.locked(
                () -> {
                    existing(id).rotateAll();
                    return true;
                });
    }

    /** Answers the next requests that match with 429. */
    public void throttle(int count, int retryAfterSeconds, String pattern) {
        faults.answer(pattern, Arm.throttled(retryAfterSeconds), count);
    }

    /**
     * Does something when the next request that matches has come, and before it is looked at: what
     * somebody else does in Azure after the operator has looked.
     *
     * @param act may use this control
     */
    public void before(String pattern, Runnable act) {
        faults.before(pattern, act);
    }

    /** Lets somebody else answer what no fault answers. */
    public void play(Player player) {
        faults.play(player);
    }

    /**
     * Answers the next requests that match with 429, as when the caller's own requests are used up.
     *
     * @param counted reads, writes or deletes
     */
    public void useUp(int count, int retryAfterSeconds, String counted, String pattern) {
        faults.answer(pattern, Arm.usedUp(retryAfterSeconds, counted), count);
    }

    /** Fails the next request that matches. */
    public void failNext(String pattern, int httpStatus, String code, String message) {
        fail(1, pattern, httpStatus, code, message);
    }

    /** Fails so many requests that match. */
    public void fail(int count, String pattern, int httpStatus, String code, String message) {
        faults.answer(pattern, Answer.of(httpStatus, ArmError.body(code, message)), count);
    }

    /** The same with another body than {@code {"error":{"code","message"}}}. */
    public void failWith(int count, String pattern, int httpStatus, JsonNode body) {
        faults.answer(pattern, Answer.of(httpStatus, body), count);
    }

    /** Answers so many requests that match with this, which may also be a success. */
    public void answer(
            int count, String pattern, int httpStatus, Map<String, String> headers, JsonNode body) {
        faults.answer(pattern, new Answer(httpStatus, headers, body), count);
    }

    /**
     * Accepts so many PUTs that match, and shows a provisioningState of the resource after each.
     *
     * @param lasting how long it is shown; then what is usual
     */
    public void provisioning(int count, String pattern, String state, Duration lasting) {
        faults.shown(pattern, new Faults.Shown(state, lasting), count);
    }

    /** Refuses PUTs that match until the subscription is registered for the provider as well. */
    public void needs(String pattern, String namespace) {
        faults.need(pattern, namespace);
    }

    /** Accepts the next matching request, and lets its long-running operation fail. */
    public void failOperation(String pattern, String code, String message) {
        faults.failOperation(pattern, ArmError.of(409, code, message), 1);
    }

    /** Answers matching requests late. */
    public void delay(String pattern, Duration delay) {
        faults.delay(pattern, delay);
    }

    /** How long matching operations take, in place of what is usual for their type. */
    public void operationDuration(String pattern, Duration duration) {
        faults.duration(pattern, duration);
    }

    /** Seconds that every {@code Retry-After} of an operation says. */
    public void retryAfter(int seconds) {
        faults.retryAfter(seconds);
    }

    /** How many elements a page of a listing has at most, from now on; all of them at first. */
    public void pageSize(int most) {
        faults.pageSize(most);
    }

    /** Refuses nobody for asking too often, from now on; Azure would. */
    public void unlimited() {
        limits.unlimited();
    }

    /**
     * Every principal has used up the requests that it may save, and has those of each second left:
     * as after a burst.
     */
    public void exhaust() {
        limits.exhaust();
    }

    /** Forgets every rule. */
    public void clearFaults() {
        faults.clear();
    }

    /** The subscription is no longer registered for a provider. */
    public void unregister(String namespace) {
        providers.unregister(namespace);
    }

    /** One subscription more, with all providers registered. */
    public void subscription(String id) {
        providers.subscription(id);
    }

    /** A subscription of another tenant, which can be referred to alone. */
    public void foreignSubscription(String id, String tenant) {
        tenants.add(id, tenant);
        directory.tenant(tenant);
    }

    /** Registers an application, or replaces the one with its client id. */
    public void client(Client client) {
        directory.add(client);
    }

    /** Trusts the keys of an issuer, for federated credentials that are made as resources. */
    public void trustIssuer(String issuer, Supplier<JWKSet> keys) {
        directory.trust(issuer, keys);
    }

    /** The application no longer exists; tokens that it has stay valid until they expire. */
    public void revokeClient(String clientId) {
        directory.remove(clientId);
    }

    /** The old secret is refused from now on. */
    public void changeSecret(String clientId, String secret) {
        directory.changeSecret(clientId, secret);
    }

    /** The node has the identity with this client id, and gives tokens of it to whoever asks. */
    public void assignToNode(String clientId) {
        imds.assign(clientId);
    }

    /** The node no longer has the identity. */
    public void removeFromNode(String clientId) {
        imds.remove(clientId);
    }

    /** The tokens that were given so far, without the tokens. */
    public List<IssuedToken> tokens() {
        return tokens.issued();
    }

    /**
     * What nobody but who has it may see: signatures of tokens and of proofs, secrets of
     * applications.
     */
    public Set<String> secrets() {
        var all = new TreeSet<>(tokens.signatures());
        all.addAll(directory.secrets());
        return all;
    }

    /** Texts in answers to POST, keys among them. */
    public Set<String> answers() {
        return Set.copyOf(answered);
    }

    /** How long tokens live that are issued from now on. */
    public void tokenLifetime(Duration lifetime) {
        entra.lifetime(lifetime);
    }

    /** Requests so far by {@code METHOD /path}; polls of operations count under their path. */
    public Map<String, Long> counts() {
        var counts = new TreeMap<String, Long>();
        exchanges.forEach(e -> counts.merge(e.method() + " " + e.path(), 1L, Long::sum));
        return counts;
    }

    /** Requests so far with this method, all if it is {@code *}. */
    public long count(String method) {
        return exchanges.stream()
                .filter(e -> method.equals("*") || e.method().equals(method))
                .count();
    }

    /** Everything that Resource Manager was asked and answered, in order of the answers. */
    public List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Forgets counts and exchanges. */
    public void clearExchanges() {
        exchanges.clear();
    }

    /** Writes the exchanges as JSON lines in the shape that the swagger validator takes. */
    public Path writeExchanges(Path file) {
        try {
            return Files.write(file, exchanges.stream().map(SandboxControl::line).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the ports of Entra and Resource Manager: connections are refused. */
    public void down() {
        listeners.forEach(Listener::down);
    }

    /** Opens the same ports again. */
    public void up() {
        listeners.forEach(Listener::up);
    }

    void listeners(Listener... these) {
        listeners.addAll(List.of(these));
    }

    void captured(Exchange exchange) {
        exchanges.add(exchange);
        if ("POST".equals(exchange.method()) && exchange.responseBody() != null) {
            texts(exchange.responseBody());
        }
    }

    private void texts(JsonNode answer) {
        if (answer.isTextual()) {
            answered.add(answer.asText());
        }
        answer.forEach(this::texts);
    }

    Faults faults() {
        return faults;
    }

    Types types() {
        return types;
    }

    private Resource existing(String id) {
        return resources
                .find(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no " + id));
    }

    private static String line(Exchange exchange) {
        ObjectNode line = Json.object();
        var request = line.putObject("liveRequest");
        request.put("method", exchange.method()).put("url", exchange.url());
        request.set("headers", lowerCase(exchange.requestHeaders()));
        if (exchange.requestBody() != null) {
            request.set("body", exchange.requestBody());
        }
        var response = line.putObject("liveResponse");
        response.put("statusCode", Integer.toString(exchange.status()));
        response.set("headers", lowerCase(exchange.responseHeaders()));
        if (exchange.responseBody() != null) {
            response.set("body", exchange.responseBody());
        }
        return Json.text(line);
    }

    /** Names as node would see them. */
    private static ObjectNode lowerCase(Map<String, String> headers) {
        var lower = Json.object();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }
}
