package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
        private boolean parent;
        private int children;
        private long changes;
        private long looked;

        synchronized void look() {
            looked = changes;
        }

        synchronized boolean beginParent() {
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
            var writes = parents.computeIfAbsent(key(id), _ -> new Writes());
            if (!writes.beginParent()) {
                return changed("a child of it was written meanwhile");
            }
            try {
                return write.get();
            } finally {
                writes.endParent();
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
        var around = parents.get(parent(key(id)));
        if (around == null) {
            return write.get();
        }
        if (!around.beginChild()) {
            return changed("its parent is being written");
        }
        try {
            return write.get();
        } finally {
            around.endChild();
        }
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
