package dev.dragoman.azure.identity;

import java.time.Duration;

/** The metadata service of the node gave no token of an identity, or could not be reached. */
public final class NodeRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int GONE = 410;
    private static final int THROTTLED = 429;
    private static final int NOT_FOUND = 404;
    private static final int TIMEOUT = 408;
    private static final int SERVER = 500;

    private final int status;
    private final Duration pause;

    private NodeRefused(String message, int status, Duration pause) {
        super(message);
        this.status = status;
        this.pause = pause;
    }

    /**
     * @param said the text of the answer
     * @param pause how long the service is not asked again
     */
    static NodeRefused answered(int status, String said, Duration pause) {
        return new NodeRefused(
                "the metadata service of the node answered %d: %s".formatted(status, said),
                status,
                pause);
    }

    static NodeRefused unreachable(String why, Duration pause) {
        return new NodeRefused(
                "cannot reach the metadata service of the node (169.254.169.254): " + why,
                0,
                pause);
    }

    /** Whether the refusal is temporary, and concerns all identities of the node. */
    public boolean passing() {
        return status == 0
                || status == NOT_FOUND
                || status == TIMEOUT
                || status == GONE
                || status == THROTTLED
                || status >= SERVER;
    }

    Duration pause() {
        return pause;
    }
}
