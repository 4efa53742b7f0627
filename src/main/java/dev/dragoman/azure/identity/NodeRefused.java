package dev.dragoman.azure.identity;

import java.time.Duration;

/** The metadata service of the node gave no token of an identity, or could not be reached. */
public final class NodeRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int GONE = 410;
    private static final int NOT_FOUND = 404;

    private final boolean passing;
    private final Duration pause;

    private NodeRefused(String message, boolean passing, Duration pause) {
        super(message);
        this.passing = passing;
        this.pause = pause;
    }

    /**
     * @param said error code and description in the answer
     * @param body the whole answer, which may quote Entra
     * @param pause how long the service is not asked again
     */
    static NodeRefused answered(int status, String said, String body, Duration pause) {
        return new NodeRefused(
                "the metadata service of the node answered %d: %s".formatted(status, said),
                status == NOT_FOUND || status == GONE || EntraUnavailable.passing(status, body),
                pause);
    }

    static NodeRefused unreachable(String why, Duration pause) {
        return new NodeRefused(
                "cannot reach the metadata service of the node (169.254.169.254): " + why,
                true,
                pause);
    }

    /** Whether the refusal is temporary, and concerns all identities of the node. */
    public boolean passing() {
        return passing;
    }

    /** How long the service is not asked again. */
    public Duration pause() {
        return pause;
    }
}
