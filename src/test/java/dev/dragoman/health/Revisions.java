package dev.dragoman.health;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every revision of the objects of some kinds in a namespace, as watches tell them. */
public final class Revisions implements AutoCloseable {
    private final List<GenericKubernetesResource> all = new CopyOnWriteArrayList<>();
    private final List<Throwable> lost = new CopyOnWriteArrayList<>();
    private final List<Watch> watches = new ArrayList<>();

    /**
     * Begins to watch, before there is any object.
     *
     * @param kinds as {@code GROUP/VERSION/KIND}
     */
    public Revisions(KubernetesClient client, String namespace, String... kinds) {
        for (var each : kinds) {
            int at = each.lastIndexOf('/');
            watches.add(
                    client.genericKubernetesResources(each.substring(0, at), each.substring(at + 1))
                            .inNamespace(namespace)
                            .watch(new Recorder()));
        }
    }

    private final class Recorder implements Watcher<GenericKubernetesResource> {
        @Override
        public void eventReceived(Action action, GenericKubernetesResource object) {
            all.add(object);
        }

        @Override
        public void onClose(WatcherException cause) {
            lost.add(cause);
        }

        @Override
        public boolean reconnecting() {
            return false;
        }
    }

    /** Those of one object so far, oldest first. */
    public List<GenericKubernetesResource> of(String kind, String name) {
        if (!lost.isEmpty()) {
            throw new IllegalStateException("a watch ended", lost.getFirst());
        }
        return all.stream()
                .filter(each -> each.getKind().equals(kind))
                .filter(each -> each.getMetadata().getName().equals(name))
                .toList();
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
    }
}
