package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWKSet;
import dev.dragoman.sandbox.azure.Arm;
import dev.dragoman.sandbox.azure.ArmEvents;
import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.ArmId;
import dev.dragoman.sandbox.azure.Providers;
import dev.dragoman.sandbox.azure.Resource;
import dev.dragoman.sandbox.azure.Resources;
import dev.dragoman.sandbox.azure.Types;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.Entra;
import dev.dragoman.sandbox.azure.entra.Imds;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import dev.dragoman.sandbox.azure.entra.LinkedTenants;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.http.Listener;
import dev.dragoman.sandbox.azure.http.Player;
import dev.dragoman.sandbox.azure.http.RateLimits;
import dev.dragoman.sandbox.azure.servicebus.ServiceBus;
import dev.dragoman.sandbox.azure.vault.KeyVaults;
import dev.dragoman.sandbox.azure.vault.VaultView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Reads the state of a local Azure, changes it without a request, and plans faults. Patterns are
 * regular expressions, searched in {@code METHOD /path} without regard to case. For a key vault
 * they are searched in {@code METHOD /NAME.vault.azure.net/secrets/x}, and only if the request has
 * a valid token, so that a challenge uses up no fault. The newest rule that matches wins.
 * Thread-safe.
 */
public final class SandboxControl {
    private final Resources resources;
    private final Faults faults;
    private final Providers providers;
    private final Types types;
    private final RateLimits limits;
    private final Directory directory;
    private final Entra entra;
    private final Tokens tokens;
    private final LinkedTenants tenants;
    private final Imds imds;
    private final KeyVaults vaults;
    private final ArmEvents events;
    private final ServiceBus serviceBus;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public SandboxControl(
            Arm.Parts parts,
            Directory directory,
            Entra entra,
            Imds imds,
            KeyVaults vaults,
            ServiceBus serviceBus) {
        this.serviceBus = serviceBus;
        this.vaults = vaults;
        this.events = parts.events();
        this.tokens = parts.tokens();
        this.tenants = parts.tenants();
        this.imds = imds;
        this.resources = parts.resources();
        this.faults = parts.faults();
        this.providers = parts.providers();
        this.types = parts.types();
        this.limits = parts.limits();
        this.directory = directory;
        this.entra = entra;
    }

    /**
     * Makes Resource Manager serve a type of which the catalog knows nothing. It takes any body,
     * and shows it as it was sent.
     */
    public void serve(String armType, String... apiVersions) {
        types.open(armType, List.of(apiVersions));
    }

    /** The ids of all resources, including those that Azure creates itself. */
    public List<String> resources() {
        return resources.locked(() -> resources.all().stream().map(r -> r.id.path()).toList());
    }

    /** The state of a resource: everything except id, name and type. */
    public Optional<JsonNode> get(String id) {
        return resources.locked(() -> resources.find(id).map(r -> r.state.deepCopy()));
    }

    /** Merges a patch (RFC 7396) into a resource, as if another client had changed it. */
    public JsonNode mutate(String id, JsonNode jsonMergePatch) {
        return resources.locked(
                () -> {
                    var resource = existing(id);
                    Json.mergePatch(resource.state, jsonMergePatch);
                    events.changed(resource.id, "PUT");
                    return resource.state.deepCopy();
                });
    }

    /** Removes a resource and all resources below it at once. */
    public void remove(String id) {
        resources.locked(
                () -> {
                    var resource = existing(id);
                    events.changed(resource.id, "DELETE");
                    resources.remove(resource);
                    return true;
                });
    }

    /** Replaces the keys of a resource, as an administrator does in the portal. */
    public void rotateKeys(String id) {
        resources.locked(
                () -> {
                    existing(id).rotateAll();
                    events.changed(
                            ArmId.parse(existing(id).id.path() + "/regenerateKey").orElseThrow(), "POST");
                    return true;
                });
    }

    /** Answers the next {@code count} matching requests with 429 of a resource provider. */
    public void throttle(int count, int retryAfterSeconds, String pattern) {
        faults.answer(pattern, Arm.throttled(retryAfterSeconds), count);
    }

    /**
     * Runs an action when the next matching request arrives, before that request is handled. For
     * example, the action changes a resource that the operator has read before.
     *
     * @param act may use this control
     */
    public void before(String pattern, Runnable act) {
        faults.before(pattern, act);
    }

    /** Lets the player answer the requests that no fault answers. */
    public void play(Player player) {
        faults.play(player);
    }

    /**
     * Answers the next {@code count} matching requests with 429, as if the caller had used up its
     * requests to the subscription.
     *
     * @param counted reads, writes or deletes
     */
    public void useUp(int count, int retryAfterSeconds, String counted, String pattern) {
        faults.answer(pattern, Arm.usedUp(retryAfterSeconds, counted), count);
    }

    /** Answers the next matching request with an error. */
    public void failNext(String pattern, int httpStatus, String code, String message) {
        fail(1, pattern, httpStatus, code, message);
    }

    /** Answers the next {@code count} matching requests with an error. */
    public void fail(int count, String pattern, int httpStatus, String code, String message) {
        faults.answer(pattern, Answer.of(httpStatus, ArmError.body(code, message)), count);
    }

    /** Like {@link #fail}, with another body than {@code {"error":{"code","message"}}}. */
    public void failWith(int count, String pattern, int httpStatus, JsonNode body) {
        faults.answer(pattern, Answer.of(httpStatus, body), count);
    }

    /**
     * Answers the next {@code count} matching requests with this answer, which may be a success.
     */
    public void answer(
            int count, String pattern, int httpStatus, Map<String, String> headers, JsonNode body) {
        faults.answer(pattern, new Answer(httpStatus, headers, body), count);
    }

    /**
     * Carries out the next {@code count} matching requests to Resource Manager or to a key vault, and
     * closes their connections without an answer.
     */
    public void loseReplies(int count, String pattern) {
        faults.lose(pattern, count);
    }

    /**
     * Accepts the next {@code count} matching PUTs, and shows the resource with this
     * provisioningState after each of them.
     *
     * @param lasting how long the state is shown instead of the real one
     */
    public void provisioning(int count, String pattern, String state, Duration lasting) {
        faults.shown(pattern, new Faults.Shown(state, lasting), count);
    }

    /** Refuses matching PUTs until the subscription is also registered for this provider. */
    public void needs(String pattern, String namespace) {
        faults.need(pattern, namespace);
    }

    /** Accepts the next matching request, and lets its long-running operation fail. */
    public void failOperation(String pattern, String code, String message) {
        faults.failOperation(pattern, ArmError.of(409, code, message), 1);
    }

    /** Delays matching requests. */
    public void delay(String pattern, Duration delay) {
        faults.delay(pattern, delay);
    }

    /** Sets how long matching operations take, instead of the usual time of their type. */
    public void operationDuration(String pattern, Duration duration) {
        faults.duration(pattern, duration);
    }

    /**
     * Sets the seconds of {@code Retry-After} in all answers about operations, also for types for
     * which Azure sends no such header.
     */
    public void retryAfter(int seconds) {
        faults.retryAfter(seconds);
    }

    /** Sets the largest number of elements on a page of a list. It is unlimited by default. */
    public void pageSize(int most) {
        faults.pageSize(most);
    }

    /** Turns off the rate limits of principals and of key vaults. */
    public void unlimited() {
        limits.unlimited();
        vaults.unlimited();
    }

    /** Turns on the limits of key vaults after {@link #unlimited}. */
    public void vaultLimits() {
        vaults.limited();
    }

    /**
     * Empties the token buckets of all principals, as after a burst. Each second refills the
     * buckets a little. Each key vault refuses all requests for ten seconds, from its next request
     * on.
     */
    public void exhaust() {
        limits.exhaust();
        vaults.exhaust();
    }

    /** The secrets of a key vault, with their values. */
    public VaultView vault(String name) {
        return vaults.view(name);
    }

    /**
     * Sets how long key vaults work on a deletion and on a recovery: four seconds and one second by
     * default. Applies also to deletions and recoveries under way.
     */
    public void vaultDelays(Duration deletion, Duration recovery) {
        vaults.delays(deletion, recovery);
    }

    /**
     * Gives an application rights to the secrets of all key vaults, without a role or an access
     * policy. They replace the rights that an earlier call gave.
     *
     * @param permissions get, list, set, delete, recover, purge or all; without any, the
     *     application has no such rights
     */
    public void vaultRights(String clientId, String... permissions) {
        vaults.grant(clientId, permissions);
    }

    /** Service Bus, with its messages and its own faults. */
    public ServiceBus serviceBus() {
        return serviceBus;
    }

    /** Removes all rules that plan faults. */
    public void clearFaults() {
        faults.clear();
    }

    /** Unregisters a provider from the subscription. */
    public void unregister(String namespace) {
        providers.unregister(namespace);
    }

    /** Adds a subscription, in which all providers are registered. */
    public void subscription(String id) {
        providers.subscription(id);
    }

    /**
     * Adds a subscription of another tenant. Bodies can refer to its resources, but the local Azure
     * has none of them.
     */
    public void foreignSubscription(String id, String tenant) {
        tenants.add(id, tenant);
        directory.tenant(tenant);
    }

    /** Registers an application, or replaces the application with the same client id. */
    public void client(Client client) {
        directory.add(client);
    }

    /** Sets the keys of an issuer, for federated credentials that are created as resources. */
    public void trustIssuer(String issuer, Supplier<JWKSet> keys) {
        directory.trust(issuer, keys);
    }

    /** Removes an application. Its tokens stay valid until they expire. */
    public void revokeClient(String clientId) {
        directory.remove(clientId);
    }

    /** Replaces the secret of an application. The old secret is refused. */
    public void changeSecret(String clientId, String secret) {
        directory.changeSecret(clientId, secret);
    }

    /** Assigns an identity to the node, whose metadata service then issues tokens for it. */
    public void assignToNode(String clientId) {
        imds.assign(clientId);
    }

    /** Removes an identity from the node. */
    public void removeFromNode(String clientId) {
        imds.remove(clientId);
    }

    /** The access tokens issued so far, without the tokens themselves. */
    public List<IssuedToken> tokens() {
        return tokens.issued();
    }

    /**
     * Values that must not appear in logs or objects: signatures of tokens and assertions, and
     * secrets of applications.
     */
    public Set<String> secrets() {
        var all = new TreeSet<>(tokens.signatures());
        all.addAll(directory.secrets());
        return all;
    }

    /** All texts in answers to POST requests, among them keys. */
    public Set<String> answers() {
        return Set.copyOf(answered);
    }

    /** Sets the lifetime of tokens that are issued from now on. */
    public void tokenLifetime(Duration lifetime) {
        entra.lifetime(lifetime);
    }

    /** Sets when clients shall replace tokens ({@code refresh_in}); zero to leave it unsaid. */
    public void tokenRefresh(Duration after) {
        entra.refresh(after);
    }

    /** Lets Resource Manager and key vaults refuse all tokens that were issued so far. */
    public void revokeTokens() {
        tokens.revoke();
    }

    /**
     * Lets a key vault accept only tokens of that tenant for that resource, and say so in its
     * challenges.
     */
    public void vaultChallenge(String vault, String tenant, String resource) {
        directory.tenant(tenant);
        tokens.resource(resource);
        vaults.accept(vault, tenant, resource);
    }

    /**
     * The number of requests by {@code METHOD /path}. Polls of operations count under their own
     * path, requests to key vaults under {@code /NAME.vault.azure.net/path}.
     */
    public Map<String, Long> counts() {
        var counts = new TreeMap<String, Long>();
        exchanges.forEach(e -> counts.merge(e.method() + " " + e.path(), 1L, Long::sum));
        return counts;
    }

    /** The number of requests with this method, or of all requests for {@code *}. */
    public long count(String method) {
        return exchanges.stream()
                .filter(e -> method.equals("*") || e.method().equals(method))
                .count();
    }

    /**
     * All requests to Resource Manager and to key vaults with their answers, in the order of the
     * answers.
     */
    public List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Clears counts and exchanges. */
    public void clearExchanges() {
        exchanges.clear();
    }

    /**
     * Writes the exchanges with Resource Manager as JSON lines in the format of Microsoft's
     * validator (oav).
     */
    public Path writeExchanges(Path file) {
        try {
            return Files.write(
                    file,
                    exchanges.stream()
                            .filter(each -> !each.ofVault())
                            .map(Exchange::line)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes all ports except that of the control API. Connections are refused. */
    public void down() {
        listeners.forEach(Listener::down);
    }

    /** Opens the ports that {@link #down} has closed. */
    public void up() {
        listeners.forEach(Listener::up);
    }

    public void listeners(Listener... these) {
        listeners.addAll(List.of(these));
    }

    public void captured(Exchange exchange) {
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

    public Faults faults() {
        return faults;
    }

    private Resource existing(String id) {
        return resources
                .find(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no resource " + id));
    }
}
