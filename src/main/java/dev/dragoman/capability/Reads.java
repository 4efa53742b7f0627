package dev.dragoman.capability;

import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads objects for one observation, and collects what it needs. Confined to one thread. */
public final class Reads {
    private final Reader reader;
    private final Set<ObjectKey> needs = new HashSet<>();

    public Reads(Reader reader) {
        this.reader = reader;
    }

    /**
     * The object, which the observation needs from now on; empty if it does not exist. An object
     * that cannot be read is not needed.
     */
    public Optional<Map<String, Object>> get(
            String apiVersion, String kind, String namespace, String name) {
        var key = new ObjectKey(Fields.group(apiVersion), kind, namespace, name);
        var object = reader.get(apiVersion, key);
        needs.add(key);
        return object;
    }

    /** Adds an object to what the observation needs, without reading it. */
    public ObjectKey need(String group, String kind, String namespace, String name) {
        var key = new ObjectKey(group, kind, namespace, name);
        needs.add(key);
        return key;
    }

    /** For {@link Observed#needs}. */
    public Set<ObjectKey> needs() {
        return needs;
    }
}
