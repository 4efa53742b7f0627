package dev.dragoman.azure.arm;

import java.time.Duration;

/** No token is requested at present, because Entra or the node gave none a while ago. */
final class TokenPause extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration left;

    /**
     * @param why what Entra or the node answered
     * @param left time until the next request for a token
     */
    TokenPause(String why, Duration left) {
        super(why);
        this.left = left;
    }

    Duration left() {
        return left;
    }
}
