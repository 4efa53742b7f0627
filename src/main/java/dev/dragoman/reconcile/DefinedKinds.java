package dev.dragoman.reconcile;

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
 * How the kinds are served that CustomResourceDefinitions define. Their schemas may have a hundred
 * megabytes, so only their metadata is listed and watched. What a definition says of its kind is in
 * annotations of those that this operator prints, which is enough for a start; others, and each
 * that changes later, are read one by one. Thread-safe.
 */
final class DefinedKinds implements KindStore.Listener {
    /** Definitions that are read at the same time. */
    static final int READERS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(DefinedKinds.class);

    private final Function<String, Optional<KindInfo>> reader;
    private final Listener told;
    private final Map<String, KindInfo> served = new ConcurrentHashMap<>();
    private final Set<String> unread = new LinkedHashSet<>();
    private final Set<String> reading = new HashSet<>();

    /** Of those not read, what {@link #check} tries again. */
    private final Set<String> failed = new HashSet<>();

    /** What is told of a kind is told in the order in which it became so. */
    private final Object telling = new Object();

    private int readers;
    private boolean listed;

    /** What becomes of kinds. */
    interface Listener {
        void served(KindInfo kind);

        void gone(KindInfo kind);

        /** All definitions are known. Called again whenever that is so again. */
        void complete();
    }

    /**
     * @param reader how a definition of that name serves its kind, asked now; empty when it is not
     *     there or not established. May block, and throw what the client throws.
     */
    DefinedKinds(Function<String, Optional<KindInfo>> reader, Listener told) {
        this.reader = reader;
        this.told = told;
    }

    /** All that are served. */
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

    /** Reads what is still to be read. Returns at once. To be called now and then. */
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

    /** How many readers are to begin: one at least, who tells when nothing is left to read. */
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
        // one that came when all readers were about to end
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
                LOG.warn("read definition {}: {}; trying again", name.get(), KindCatalog.reason(e));
                return;
            } finally {
                done(name.get(), read);
            }
        }
    }

    /** One that is being read waits: its answer may be older than the change. */
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
