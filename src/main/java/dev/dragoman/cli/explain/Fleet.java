package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The objects that are known so far. Others are read one by one, unless their kind was listed where
 * they would be. Not thread-safe.
 */
final class Fleet {
    /** How many namespaces are searched for the writers of Secrets: each costs a list per kind. */
    private static final int MOST = 20;

    /** How many objects are read one by one: what users write may name any number. */
    private static final int MOST_READS = 500;

    private final Function<ObjectKey, Known> reader;
    private final BiConsumer<Fleet, String> lister;
    private final Map<ObjectKey, Known> known = new HashMap<>();
    private final Map<ObjectKey, Known> makers = new HashMap<>();
    private final Set<Scope> listed = new HashSet<>();
    private final Set<String> searched = new HashSet<>();
    private int reads;

    /**
     * @param reader reads one object
     * @param lister lists the objects of this operator in a namespace
     */
    Fleet(Function<ObjectKey, Known> reader, BiConsumer<Fleet, String> lister) {
        this.reader = reader;
        this.lister = lister;
    }

    private record Scope(GroupKind kind, String namespace) {}

    void add(Known one) {
        known.put(one.key(), one);
        if (!one.ready().isReady()) {
            one.makes().forEach(each -> makers.put(each, one));
        }
    }

    /**
     * Notes that all objects of a kind were added.
     *
     * @param namespace where; empty for all namespaces
     */
    void listed(GroupKind kind, String namespace) {
        listed.add(new Scope(kind, namespace));
    }

    /** Notes that the objects of this operator in a namespace were added; empty for all. */
    void searched(String namespace) {
        searched.add(namespace);
    }

    Known get(ObjectKey key) {
        var one = known.get(key);
        if (one == null) {
            one = isListed(key) ? Known.none(key, Known.Presence.ABSENT) : read(key);
            add(one);
        }
        return one;
    }

    private Known read(ObjectKey key) {
        reads++;
        return reads > MOST_READS ? Known.none(key, Known.Presence.SKIPPED) : reader.apply(key);
    }

    /** The object with its needs, which are not kept of a listed object that is Ready. */
    Known whole(ObjectKey key) {
        var one = get(key);
        return one.isThere() && one.ready().isReady() && one.needs().isEmpty()
                ? reader.apply(key)
                : one;
    }

    private boolean isListed(ObjectKey key) {
        var kind = GroupKind.of(key);
        return listed.contains(new Scope(kind, ""))
                || listed.contains(new Scope(kind, key.namespace()));
    }

    /** The object that writes a Secret or ConfigMap, and is not Ready. */
    Optional<Known> maker(ObjectKey key) {
        boolean made =
                key.group().isEmpty()
                        && (key.kind().equals("Secret") || key.kind().equals("ConfigMap"));
        if (!made) {
            return Optional.empty();
        }
        boolean known = searched.contains("") || searched.contains(key.namespace());
        if (!known && searched.size() < MOST) {
            searched.add(key.namespace());
            lister.accept(this, key.namespace());
        }
        return Optional.ofNullable(makers.get(key));
    }

    /** The causes of these objects. */
    Causes causes(OperatorState operator) {
        return new Causes(this::get, this::maker, operator);
    }
}
