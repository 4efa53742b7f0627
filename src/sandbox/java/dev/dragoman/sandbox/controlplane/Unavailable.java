package dev.dragoman.sandbox.controlplane;

/** A release cannot be had from where it was looked for; the message is the reason, for a person. */
final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean all;

    /**
     * @param all whether nothing can be had from that host
     */
    Unavailable(String reason, boolean all) {
        super(reason);
        this.all = all;
    }

    boolean all() {
        return all;
    }
}
