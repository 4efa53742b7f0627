package dev.dragoman.sandbox.azure.servicebus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What Resource Manager knows of Service Bus and of rights to it. Must be thread-safe. */
public interface Entities {
    /**
     * A namespace that can be used.
     *
     * @param id the id of the resource
     * @param localAuth whether keys of authorization rules are accepted
     */
    record Namespace(String id, String name, boolean localAuth) {
        /** The name of the namespace's host. */
        String host() {
            return name.toLowerCase(java.util.Locale.ROOT) + ".servicebus.windows.net";
        }
    }

    /**
     * A queue, a topic, or a subscription to a topic.
     *
     * @param id the id of the resource
     * @param instance the same object as long as the resource exists; another one after it was
     *     deleted and created again
     */
    record Entity(String id, Kind kind, JsonNode properties, Object instance) {}

    /** The kind of an entity. */
    enum Kind {
        QUEUE,
        TOPIC,
        SUBSCRIPTION
    }

    /**
     * An authorization rule.
     *
     * @param keys its two keys
     * @param rights Listen, Send, Manage
     */
    record Rule(List<String> keys, Set<String> rights) {}

    /** The namespace of this name, without regard to case. */
    Optional<Namespace> namespace(String name);

    /** The entity below a namespace at a path such as {@code q} or {@code t/subscriptions/s}. */
    Optional<Entity> entity(Namespace namespace, String path);

    /** The subscriptions of a topic. */
    List<Entity> subscriptions(Entity topic);

    /** Whether all rules of a subscription let each message pass. */
    boolean unfiltered(Entity subscription);

    /** The rule of this name on an entity or on a namespace. */
    Optional<Rule> rule(String id, String name);

    /**
     * The UUIDs, in lower case, of the roles that a principal is assigned at the resource or above
     * it.
     */
    Set<String> roles(String principal, String id);
}
