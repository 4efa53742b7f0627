package dev.dragoman.agents.pool;

import dev.dragoman.agents.decision.PoolTrouble;

/** A pool did not answer, or refused a request. */
public final class PoolRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient PoolTrouble trouble;

    PoolRefused(PoolTrouble trouble, Throwable cause) {
        super(trouble.message(), cause);
        this.trouble = trouble;
    }

    /** What went wrong, for people; without secrets. */
    public PoolTrouble trouble() {
        return trouble;
    }
}
