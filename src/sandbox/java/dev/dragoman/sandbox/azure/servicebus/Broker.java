package dev.dragoman.sandbox.azure.servicebus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All messages of all namespaces, and the connections of clients. One lock guards everything. A
 * thread that holds the lock of Resource Manager must not ask for this one: use {@link #later}.
 */
final class Broker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Broker.class);
    private static final String DEAD_LETTERS = "/$deadletterqueue";

    final Entities entities;
    final Clients clients;

    private final ReentrantLock lock = new ReentrantLock();
    private final ScheduledExecutorService threads =
            Executors.newSingleThreadScheduledExecutor(
                    run -> Thread.ofPlatform().daemon().name("sandbox-service-bus").unstarted(run));
    private final Map<String, Held> queues = new HashMap<>();
    private final Set<AmqpConnection> connections = ConcurrentHashMap.newKeySet();

    /** How many sends are still to be refused as throttled. */
    int throttled;

    /** How many messages are still to be stored twice. */
    int doubled;

    /** A queue with the resource that it was made for. */
    private record Held(Object instance, Queue queue) {}

    Broker(Entities entities, Clients clients) {
        this.entities = entities;
        this.clients = clients;
    }

    /** Runs the work with the lock held, then sends what it left to send on all connections. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            connections.forEach(AmqpConnection::flush);
            lock.unlock();
        }
    }

    void locked(Runnable work) {
        locked(
                () -> {
                    work.run();
                    return null;
                });
    }

    /** Runs the work in another thread, with the lock held. All such work runs in this order. */
    void later(Runnable work) {
        if (!threads.isShutdown()) {
            threads.execute(() -> attempt(work));
        }
    }

    private void attempt(Runnable work) {
        try {
            locked(work);
        } catch (RuntimeException e) {
            LOG.error("the sandbox's Service Bus failed at a later task", e);
        }
    }

    /** Runs the work in another thread, with the lock held, once the time has passed. */
    void after(Duration wait, Runnable work) {
        if (!threads.isShutdown()) {
            // not before the time: nobody would look again
            var _ =
                    threads.schedule(
                            () -> attempt(work), wait.toMillis() + 1, TimeUnit.MILLISECONDS);
        }
    }

    Set<AmqpConnection> connections() {
        return connections;
    }

    /**
     * The queue from which messages of this path are received.
     *
     * @param path of a queue, of a subscription, or of the dead-letter queue of one of them
     * @throws BusError not-found
     */
    Queue source(Entities.Namespace namespace, String path) {
        var entity = entity(namespace, path);
        if (entity.kind() == Entities.Kind.TOPIC) {
            throw BusError.notImplemented("receiving from a topic; name a subscription to it");
        }
        var queue = queue(namespace, entity);
        return dead(path) ? queue.deadLetters : queue;
    }

    /**
     * The queues to which a message for this path goes.
     *
     * @throws BusError not-found
     */
    List<Queue> targets(Entities.Namespace namespace, String path) {
        var entity = entity(namespace, path);
        if (dead(path) || entity.kind() == Entities.Kind.SUBSCRIPTION) {
            throw BusError.notImplemented("sending to '" + path + "'");
        }
        var all =
                entity.kind() == Entities.Kind.TOPIC
                        ? entities.subscriptions(entity)
                        : List.of(entity);
        return all.stream().map(each -> queue(namespace, each)).toList();
    }

    /**
     * @throws BusError not-found, or not-implemented for an entity with features that are not
     *     served
     */
    Entities.Entity entity(Entities.Namespace namespace, String path) {
        var entity =
                entities.entity(namespace, alive(path))
                        .orElseThrow(() -> BusError.notFound(namespace.host(), path));
        for (var each : List.of("requiresSession", "requiresDuplicateDetection")) {
            if (entity.properties().path(each).asBoolean()) {
                throw BusError.notImplemented("entities with " + each);
            }
        }
        for (var each : List.of("forwardTo", "forwardDeadLetteredMessagesTo")) {
            if (!entity.properties().path(each).asText("").isEmpty()) {
                throw BusError.notImplemented("entities with " + each);
            }
        }
        if (entity.kind() == Entities.Kind.SUBSCRIPTION && !entities.unfiltered(entity)) {
            throw BusError.notImplemented("subscriptions with filters");
        }
        return entity;
    }

    /** The path without a dead-letter queue's suffix. */
    static String alive(String path) {
        return dead(path) ? path.substring(0, path.length() - DEAD_LETTERS.length()) : path;
    }

    private static boolean dead(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(DEAD_LETTERS);
    }

    private Queue queue(Entities.Namespace namespace, Entities.Entity entity) {
        var key = entity.id().toLowerCase(Locale.ROOT);
        var held = queues.get(key);
        if (held == null || !held.instance().equals(entity.instance())) {
            var path = entity.id().substring(namespace.id().length());
            held = new Held(entity.instance(), new Queue(this::after, () -> properties(namespace, path)));
            queues.put(key, held);
        }
        return held.queue();
    }

    /** The properties as they are now, for an id below the namespace, with its types. */
    private JsonNode properties(Entities.Namespace namespace, String below) {
        var path = below.replaceFirst("(?i)^/(queues|topics)/", "");
        return entities.entity(namespace, path)
                .map(Entities.Entity::properties)
                .orElse(MissingNode.getInstance());
    }

    /** Stores a message, once for each queue, or twice if a test has asked for it. */
    void store(List<Queue> queues, byte[] encoded) {
        for (int times = doubled > 0 ? 2 : 1; times > 0; times--) {
            queues.forEach(each -> each.add(encoded));
        }
        doubled = Math.max(0, doubled - 1);
    }

    void expireLocks() {
        queues.values().forEach(each -> each.queue().expireLocks());
    }

    /** Closes links to entities that are gone. */
    void entitiesChanged() {
        connections.forEach(AmqpConnection::checkEntities);
    }

    Optional<Entities.Namespace> namespace(String name) {
        return entities.namespace(name);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        connections.forEach(AmqpConnection::drop);
    }
}
