package dev.dragoman.capability.status;

import java.util.List;
import java.util.Optional;

/**
 * What the core stores on an object, for later reconciliations.
 *
 * @param created the outside id for which the point {@code after-create} has succeeded
 * @param untold a transition for which the steps of the point {@code transition} have not succeeded
 *     yet
 * @param added the objects that a team's steps have added and that may still exist; each as {@link
 *     AddedObjects.Named#text}, sorted
 * @param once until when steps that the bean {@code once} limits do not run again; each as {@code
 *     chat=2026-01-01T00:10:00Z}
 */
public record Marks(
        Optional<String> created, Optional<Untold> untold, List<String> added, List<String> once) {
    /** Nothing is remembered. */
    public static final Marks NONE =
            new Marks(Optional.empty(), Optional.empty(), List.of(), List.of());

    public Marks {
        added = List.copyOf(added);
        once = List.copyOf(once);
    }

    /**
     * A transition for which the steps of the point {@code transition} have not succeeded yet.
     *
     * @param was status of Ready before the transition
     * @param attempts number of failed attempts, from 1
     */
    public record Untold(String was, int attempts) {
        /** The text that is stored, such as {@code True/3}. */
        public String text() {
            return was + "/" + attempts;
        }

        /** Reads a text that {@link #text} made; empty for any other value. */
        public static Optional<Untold> of(Object text) {
            if (!(text instanceof String said) || !said.matches("[A-Za-z]{0,7}/[0-9]{1,6}")) {
                return Optional.empty();
            }
            int slash = said.indexOf('/');
            return Optional.of(
                    new Untold(
                            said.substring(0, slash), Integer.parseInt(said.substring(slash + 1))));
        }
    }

    public Marks withCreated(String id) {
        return new Marks(Optional.of(id), untold, added, once);
    }

    public Marks withUntold(Optional<Untold> now) {
        return new Marks(created, now, added, once);
    }

    public Marks withAdded(List<String> now) {
        return new Marks(created, untold, now, once);
    }

    public Marks withOnce(List<String> now) {
        return new Marks(created, untold, added, now);
    }
}
