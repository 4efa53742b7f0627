package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Orders the writes of a resource whose body has its children in it, and of these children: a body
 * that was made before a child was written would undo that write. Entity tags prevent this across
 * programs, for types that have them; this class does for the operator's own writes of all types.
 * Thread-safe.
 */
final class SharedBodies {
    /** Writes by the id of the parent. */
    private final Map<String, Writes> parents = new ConcurrentHashMap<>();

    /** The running writes of a parent and its children. Guarded by itself. */
    private static final class Writes {
        private boolean shared;
        private boolean parent;
        private int children;
        private long changes;
        private long looked;

        synchronized void look() {
            shared = true;
            looked = changes;
        }

        synchronized boolean beginParent() {
            shared = true;
            boolean may = !parent && children == 0 && changes == looked;
            parent |= may;
            return may;
        }

        synchronized void endParent() {
            parent = false;
        }

        synchronized boolean beginChild() {
            if (!parent) {
                children++;
            }
            return !parent;
        }

        synchronized void endChild() {
            children--;
            changes++;
        }

        /** Whether nothing runs, and the parent's body is not known to have children in it. */
        synchronized boolean unused() {
            return !shared && !parent && children == 0;
        }
    }

    /**
     * Reads a resource, and remembers which writes of its children the answer may show.
     *
     * @param id its ARM id
     * @param shared whether its body has children in it
     */
    Answer looking(String id, boolean shared, Supplier<Answer> read) {
        if (shared) {
            parents.computeIfAbsent(key(id), _ -> new Writes()).look();
        }
        return read.get();
    }

    /**
     * Writes a resource. If its body may be outdated, nothing is sent, and the answer is 412 as
     * from Azure.
     *
     * @param id its ARM id
     * @param shared whether its body has children in it
     */
    Answer writing(String id, boolean shared, Supplier<Answer> write) {
        if (shared) {
            var writes = begun(key(id), Writes::beginParent);
            if (writes.isEmpty()) {
                return changed("a child of it was written meanwhile");
            }
            try {
                return write.get();
            } finally {
                writes.get().endParent();
            }
        }
        return asChild(id, write);
    }

    /**
     * Deletes a resource, or answers as {@link #writing}. The children of a parent go with it, so
     * it does not matter whether they were written meanwhile.
     */
    Answer deleting(String id, Supplier<Answer> delete) {
        return asChild(id, delete);
    }

    private Answer asChild(String id, Supplier<Answer> write) {
        // counted even if the parent was never looked at, because that may happen meanwhile
        var parent = parent(key(id));
        var around = begun(parent, Writes::beginChild);
        if (around.isEmpty()) {
            return changed("its parent is being written");
        }
        try {
            return write.get();
        } finally {
            around.get().endChild();
            parents.computeIfPresent(parent, (_, writes) -> writes.unused() ? null : writes);
        }
    }

    /** The writes of a parent, after one more has begun; empty if it may not begin. */
    private Optional<Writes> begun(String parent, Predicate<Writes> begin) {
        var may = new AtomicBoolean();
        var writes =
                parents.compute(
                        parent,
                        (_, known) -> {
                            var all = known == null ? new Writes() : known;
                            may.set(begin.test(all));
                            return all;
                        });
        return Optional.of(writes).filter(any -> may.get());
    }

    /** Forgets a resource that was deleted. */
    void forget(String id) {
        parents.remove(key(id));
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /** The id without its last type and name. */
    private static String parent(String id) {
        int name = id.lastIndexOf('/');
        int type = name < 0 ? -1 : id.lastIndexOf('/', name - 1);
        return type < 0 ? "" : id.substring(0, type);
    }

    private static Answer changed(String why) {
        return new Answer(
                412,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Answer.Failure("PreconditionFailed", why, false)),
                "");
    }
}
