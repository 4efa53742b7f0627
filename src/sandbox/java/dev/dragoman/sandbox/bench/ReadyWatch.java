package dev.dragoman.sandbox.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Watches when objects become Ready and when they are deleted. Thread-safe. */
final class ReadyWatch implements Watcher<GenericKubernetesResource>, AutoCloseable {
    /** The generation that was Ready, and when the watch saw that, in {@link System#nanoTime}. */
    private record Ready(long generation, long at) {}

    private final Map<String, Ready> ready = new HashMap<>();
    private final String prefix;
    private final Watch watch;
    private int gone;
    private WatcherException broken;

    /**
     * Starts the watch.
     *
     * @param namespace empty for all namespaces, in which names must then be unique
     * @param prefix prefix of the names to watch; other objects are ignored
     */
    ReadyWatch(KubernetesClient client, String namespace, Objects.Type type, String prefix) {
        this.prefix = prefix;
        var all = client.genericKubernetesResources(type.context());
        watch =
                (namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace))
                        .watch(this);
    }

    /**
     * Waits until this number of objects is Ready at this generation or a later one.
     *
     * @throws BenchFailed when they are not Ready within the limit
     */
    synchronized void awaitReady(int count, long generation, Duration limit) {
        await(
                limit,
                () -> readyAt(generation) >= count,
                () -> "%d of %d objects are Ready".formatted(readyAt(generation), count));
    }

    /** Waits until this number of objects has been deleted since the watch began. */
    synchronized void awaitGone(int count, Duration limit) {
        await(limit, () -> gone >= count, () -> "%d of %d objects are deleted".formatted(gone, count));
    }

    /** When the object was first seen Ready at its current generation, in nanoTime. */
    synchronized long at(String name) {
        return ready.get(name).at;
    }

    /** When the last object became Ready, in nanoTime. */
    synchronized long last() {
        return ready.values().stream().mapToLong(Ready::at).max().orElseThrow();
    }

    private long readyAt(long generation) {
        return ready.values().stream().filter(each -> each.generation >= generation).count();
    }

    private synchronized void await(
            Duration limit,
            java.util.function.BooleanSupplier condition,
            java.util.function.Supplier<String> state) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (broken != null) {
                throw new BenchFailed("the watch of the benchmark's objects broke", broken);
            }
            if (left <= 0) {
                throw new BenchFailed("after %d s %s".formatted(limit.toSeconds(), state.get()));
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BenchFailed("interrupted", e);
            }
        }
    }

    @Override
    public synchronized void eventReceived(Action action, GenericKubernetesResource object) {
        long now = System.nanoTime();
        var name = object.getMetadata().getName();
        if (!name.startsWith(prefix)) {
            return;
        }
        if (action == Action.DELETED) {
            ready.remove(name);
            gone++;
        } else if (isReady(object)) {
            long generation = object.getMetadata().getGeneration();
            var before = ready.get(name);
            if (before == null || before.generation < generation) {
                ready.put(name, new Ready(generation, now));
            }
        }
        notifyAll();
    }

    private static boolean isReady(GenericKubernetesResource object) {
        List<Map<String, Object>> conditions = object.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Ready".equals(each.get("type"))
                                                && "True".equals(each.get("status"))
                                                && each.get("observedGeneration") instanceof Number n
                                                && n.longValue()
                                                        == object.getMetadata().getGeneration());
    }

    @Override
    public synchronized void onClose(WatcherException cause) {
        broken = cause;
        notifyAll();
    }

    @Override
    public void close() {
        watch.close();
    }
}
