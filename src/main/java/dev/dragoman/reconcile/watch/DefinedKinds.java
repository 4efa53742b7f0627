package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Background;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kinds that CustomResourceDefinitions define, and how they are served. CRD schemas may take a
 * hundred megabytes, so only CRD metadata is listed and watched. CRDs that {@code dragoman crds}
 * prints carry their kind in annotations, which suffice for the first list. Other CRDs, and each
 * CRD that changes later, are read one by one. Thread-safe.
 */
final class DefinedKinds implements KindStore.Listener {
    /** Maximum number of CRDs that are read at the same time. */
    static final int READERS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(DefinedKinds.class);

    private final Function<String, Optional<KindInfo>> reader;
    private final Listener told;
    private final Map<String, KindInfo> served = new ConcurrentHashMap<>();
    private final Set<String> unread = new LinkedHashSet<>();
    private final Set<String> reading = new HashSet<>();

    /** CRDs whose last read failed; {@link #check} tries them again. */
    private final Set<String> failed = new HashSet<>();

    /** Lock that makes the listener hear changes of a kind in the order in which they happened. */
    private final Object telling = new Object();

    private int readers;
    private boolean listed;

    /** Hears which kinds are served. */
    interface Listener {
        void served(KindInfo kind);

        void gone(KindInfo kind);

        /** All CRDs are known. Called again each time that all CRDs are read after a change. */
        void complete();
    }

    /**
     * @param reader takes the name of a CRD, and returns how the CRD serves its kind; empty when
     *     the CRD does not exist or is not established. It may block, and may throw any exception
     *     of the client
     */
    DefinedKinds(Function<String, Optional<KindInfo>> reader, Listener told) {
        this.reader = reader;
        this.told = told;
    }

    /** All kinds that are served. */
    Collection<KindInfo> all() {
        return List.copyOf(served.values());
    }

    @Override
    public void changed(ObjectKey key, Snapshot before, Snapshot after) {
        var said = CrdKinds.kind(after);
        synchronized (this) {
            if (after == null && !reading.contains(key.name())) {
                unread.remove(key.name());
                failed.remove(key.name());
            } else if (listed || said.isEmpty()) {
                unread.add(key.name());
            }
        }
        if (after == null || (said.isPresent() && !isListed())) {
            set(key.name(), said);
        }
        if (isListed()) {
            read();
        }
    }

    @Override
    public void listed() {
        synchronized (this) {
            listed = true;
        }
        read();
    }

    private synchronized boolean isListed() {
        return listed;
    }

    /** Reads CRDs that are still unread. Returns at once. To be called every few seconds. */
    void check() {
        if (isListed() && !isComplete()) {
            read();
        }
    }

    private void read() {
        for (int i = begin(); i > 0; i--) {
            Background.run("read-definitions", this::readOpen);
        }
    }

    /**
     * Counts the readers that are to start, and returns their number. It is at least one while
     * fewer than {@link #READERS} run, because a reader also reports when no CRD is left to read.
     */
    private synchronized int begin() {
        int more = Math.min(Math.max(1, unread.size()), READERS - readers);
        readers += more;
        return more;
    }

    private synchronized void end() {
        readers--;
    }

    private synchronized boolean isComplete() {
        return listed && unread.isEmpty() && reading.isEmpty();
    }

    private void readOpen() {
        try {
            readAll();
        } finally {
            end();
        }
        // a CRD may have come while all readers were about to end
        if (hasOpen()) {
            read();
        } else if (isComplete()) {
            told.complete();
        }
    }

    private synchronized boolean hasOpen() {
        return unread.stream().anyMatch(name -> !reading.contains(name) && !failed.contains(name));
    }

    private void readAll() {
        for (var name = next(); name.isPresent(); name = next()) {
            boolean read = false;
            try {
                set(name.get(), reader.apply(name.get()));
                read = true;
            } catch (KubernetesClientException e) {
                LOG.warn(
                        "cannot read CustomResourceDefinition {}: {}; trying again",
                        name.get(),
                        KindCatalog.reason(e));
                return;
            } finally {
                done(name.get(), read);
            }
        }
    }

    /**
     * The next CRD to read. A CRD that is being read has to wait: the running read may have begun
     * before its change.
     */
    private synchronized Optional<String> next() {
        var found = unread.stream().filter(name -> !reading.contains(name)).findFirst();
        found.ifPresent(
                name -> {
                    unread.remove(name);
                    reading.add(name);
                });
        return found;
    }

    private synchronized void done(String name, boolean read) {
        reading.remove(name);
        if (read) {
            failed.remove(name);
        } else {
            unread.add(name);
            failed.add(name);
        }
    }

    private void set(String name, Optional<KindInfo> is) {
        synchronized (telling) {
            var was = is.isPresent() ? served.put(name, is.get()) : served.remove(name);
            if (is.equals(Optional.ofNullable(was))) {
                return;
            }
            if (was != null) {
                told.gone(was);
            }
            is.ifPresent(told::served);
        }
    }
}
