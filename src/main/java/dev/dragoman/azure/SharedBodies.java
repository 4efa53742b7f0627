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
 * Keeps a PUT of a parent from undoing writes of its children. The bodies of some parents contain
 * their children, so a body that was made before a child was written would undo that write. For
 * types with entity tags, Azure refuses such a PUT, whichever program wrote the child. This class
 * refuses it for all types, but knows only the operator's own writes. Thread-safe.
 */
final class SharedBodies {
    /** The writes of each parent and its children, by the parent's ARM id in lower case. */
    private final Map<String, Writes> parents = new ConcurrentHashMap<>();

    /**
     * The running writes of a parent and its children, and how many writes of children have ended.
     * Guarded by itself.
     */
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
                return changed(
                        "the resource or a child of it is being written, or a child was written after the resource was read");
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
     * Deletes a resource. While its parent is being written, nothing is sent, and the answer is
     * 412. Azure deletes a parent together with its children, so writes of its children do not
     * matter.
     */
    Answer deleting(String id, Supplier<Answer> delete) {
        return asChild(id, delete);
    }

    private Answer asChild(String id, Supplier<Answer> write) {
        // counted even if the parent was never read, because a read may happen during this write
        var parent = parent(key(id));
        var around = begun(parent, Writes::beginChild);
        if (around.isEmpty()) {
            return changed("the parent of the resource is being written");
        }
        try {
            return write.get();
        } finally {
            around.get().endChild();
            parents.computeIfPresent(parent, (_, writes) -> writes.unused() ? null : writes);
        }
    }

    /** Begins a write, and returns all writes of the parent; empty if the write may not begin. */
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

    /** How many parents are remembered. */
    int size() {
        return parents.size();
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /** The id without its last type and name; an empty text if the id has none. */
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
