package dev.dragoman.reconcile.cache;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * An immutable JSON object that keeps the order of its fields. It holds one array instead of an
 * entry for each field, which saves memory, because the objects of a cluster consist of small maps.
 * Lookup is a linear search.
 */
final class FrozenMap extends AbstractMap<String, Object> {
    /** Maximum number of fields. With more fields, a hash table is worth its memory. */
    static final int MOST = 16;

    private static final FrozenMap EMPTY = new FrozenMap(new Object[0]);

    /** Names and values alternately. */
    private final Object[] fields;

    private FrozenMap(Object[] fields) {
        this.fields = fields;
    }

    /**
     * An immutable copy of a map.
     *
     * @param value makes each value immutable
     */
    static Map<String, Object> of(Map<String, Object> map, UnaryOperator<Object> value) {
        if (map.isEmpty()) {
            return EMPTY;
        }
        if (map.size() > MOST) {
            var copy = LinkedHashMap.<String, Object>newLinkedHashMap(map.size());
            map.forEach((name, each) -> copy.put(Texts.same(name), value.apply(each)));
            return Collections.unmodifiableMap(copy);
        }
        var fields = new Object[2 * map.size()];
        int at = 0;
        for (var each : map.entrySet()) {
            fields[at++] = Texts.same(each.getKey());
            fields[at++] = value.apply(each.getValue());
        }
        return new FrozenMap(fields);
    }

    private int find(Object name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object get(Object name) {
        int at = find(name);
        return at < 0 ? null : fields[at + 1];
    }

    @Override
    public boolean containsKey(Object name) {
        return find(name) >= 0;
    }

    @Override
    public int size() {
        return fields.length / 2;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Object>> iterator() {
                return new Fields();
            }

            @Override
            public int size() {
                return FrozenMap.this.size();
            }
        };
    }

    private final class Fields implements Iterator<Entry<String, Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < fields.length;
        }

        @Override
        public Entry<String, Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            next += 2;
            return new SimpleImmutableEntry<>((String) fields[next - 2], fields[next - 1]);
        }
    }
}
