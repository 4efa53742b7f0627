package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Resource providers and whether the subscription is registered for them. Thread-safe. */
public final class Providers {
    private final Types types;
    private final String subscription;
    private final Clock clock;
    private final Faults faults;

    /**
     * The end of each registration, by namespace in lower case. Absent for a provider that was
     * registered from the start.
     */
    private final Map<String, Instant> registered = new ConcurrentHashMap<>();

    private final Set<String> unregistered = ConcurrentHashMap.newKeySet();
    private final Set<String> more = ConcurrentHashMap.newKeySet();

    /** Namespaces that were unregistered at some time, by their spelling in lower case. */
    private final Map<String, String> others = new ConcurrentHashMap<>();

    Providers(
            Types types, String subscription, Set<String> unregistered, Clock clock, Faults faults) {
        this.types = types;
        this.subscription = subscription;
        this.clock = clock;
        this.faults = faults;
        unregistered.forEach(this::unregister);
    }

    /** Adds a subscription. */
    public void subscription(String id) {
        more.add(id.toLowerCase(Locale.ROOT));
    }

    /** Whether the subscription exists. */
    boolean serves(String id) {
        return id.equalsIgnoreCase(subscription) || more.contains(id.toLowerCase(Locale.ROOT));
    }

    /**
     * Unregisters a provider. It may be one without types in the catalog, because a resource of
     * another provider may need it.
     */
    public void unregister(String namespace) {
        others.put(key(namespace), namespace);
        unregistered.add(namespace.toLowerCase(Locale.ROOT));
        registered.remove(namespace.toLowerCase(Locale.ROOT));
    }

    /** Refuses requests to a provider that the subscription has not registered. */
    void require(String namespace) {
        if (!"Registered".equals(state(namespace))) {
            throw ArmError.gateway(
                            409,
                            "MissingSubscriptionRegistration",
                            ("The subscription is not registered to use namespace '%s'. See"
                                    + " https://aka.ms/rps-not-found for how to register"
                                    + " subscriptions.")
                                    .formatted(namespace))
                    .about(namespace);
        }
    }

    /** Answers a GET of one provider, or a POST of {@code register} or {@code unregister}. */
    Answer answer(String method, String namespace, String action) {
        var known =
                types.namespace(namespace)
                        .or(() -> Optional.ofNullable(others.get(key(namespace))))
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                404,
                                                "InvalidResourceNamespace",
                                                "The resource namespace '"
                                                        + namespace
                                                        + "' is invalid."));
        if ("POST".equals(method) && "register".equalsIgnoreCase(action)) {
            var path = "/subscriptions/" + subscription + "/providers/" + known + "/register";
            var takes = faults.duration("POST", path).orElse(Duration.ofSeconds(2));
            if (!"Registered".equals(state(known))) {
                unregistered.remove(known.toLowerCase(Locale.ROOT));
                registered.put(known.toLowerCase(Locale.ROOT), clock.instant().plus(takes));
            }
        } else if ("POST".equals(method) && "unregister".equalsIgnoreCase(action)) {
            unregister(known);
        } else if (!"GET".equals(method) || !action.isEmpty()) {
            return Answer.empty(405);
        }
        return Answer.of(200, document(known));
    }

    Answer list() {
        var body = Json.object();
        var value = body.putArray("value");
        types.namespaces().forEach(n -> value.add(document(n)));
        return Answer.of(200, body);
    }

    private static String key(String namespace) {
        return namespace.toLowerCase(Locale.ROOT);
    }

    private String state(String namespace) {
        var key = key(namespace);
        if (unregistered.contains(key)) {
            return "NotRegistered";
        }
        return clock.instant().isBefore(registered.getOrDefault(key, Instant.EPOCH))
                ? "Registering"
                : "Registered";
    }

    private JsonNode document(String namespace) {
        ObjectNode body = Json.object();
        body.put("id", "/subscriptions/" + subscription + "/providers/" + namespace)
                .put("namespace", namespace)
                .put("registrationPolicy", "RegistrationRequired")
                .put("registrationState", state(namespace));
        var list = body.putArray("resourceTypes");
        for (var type : types.of(namespace)) {
            var entry = list.addObject().put("resourceType", type.path());
            var locations = entry.putArray("locations");
            types.locations().values().forEach(locations::add);
            var versions = entry.putArray("apiVersions");
            ((java.util.NavigableMap<String, ?>) type.versions())
                    .descendingKeySet()
                    .forEach(versions::add);
        }
        return body;
    }
}
