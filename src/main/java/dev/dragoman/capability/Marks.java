package dev.dragoman.capability;

import java.util.Optional;

/**
 * What the core remembers on an object between two reconciliations.
 *
 * @param created outside id for which {@code after-create} has succeeded
 * @param untold a transition that nobody could be told of yet
 * @param ownReason the reason that the object shows, where it is a team's or a failure of ours, and
 *     so says nothing about what is outside
 */
public record Marks(Optional<String> created, Optional<Untold> untold, Optional<String> ownReason) {
    /** Of objects on which nothing was written. */
    public static final Marks NONE =
            new Marks(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * A transition that nobody could be told of yet.
     *
     * @param was what Ready was before it
     * @param attempts how often it was tried, from 1
     */
    public record Untold(String was, int attempts) {
        /** As it is written: {@code True/3}. */
        String text() {
            return was + "/" + attempts;
        }

        /** Reads it; empty for what is none. */
        static Optional<Untold> of(Object text) {
            if (!(text instanceof String said) || !said.matches("[A-Za-z]{0,7}/[0-9]{1,6}")) {
                return Optional.empty();
            }
            int slash = said.indexOf('/');
            return Optional.of(
                    new Untold(
                            said.substring(0, slash), Integer.parseInt(said.substring(slash + 1))));
        }
    }

    Marks withCreated(String id) {
        return new Marks(Optional.of(id), untold, ownReason);
    }

    Marks withUntold(Optional<Untold> now) {
        return new Marks(created, now, ownReason);
    }

    Marks withOwnReason(Optional<String> reason) {
        return new Marks(created, untold, reason);
    }
}
