package dev.dragoman.sandbox.controlplane;

/** A file cannot be downloaded. The message is the reason, for the user. */
final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean all;

    /**
     * @param all whether no file can be downloaded from the host
     */
    Unavailable(String reason, boolean all) {
        super(reason);
        this.all = all;
    }

    boolean all() {
        return all;
    }
}
