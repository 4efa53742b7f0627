package dev.dragoman.kube.object;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that keeps the entries that were used last, up to a number, and drops the others. Not
 * thread-safe: a read changes the order.
 */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    /**
     * @param most maximum number of entries
     */
    public RecentMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
