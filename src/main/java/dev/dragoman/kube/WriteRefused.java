package dev.dragoman.kube;

/** The API server understood the request and said no: a human must change something first. */
public final class WriteRefused extends KubeException {
    /** Reason of what the store takes at no time: its owner is to make it smaller. */
    public static final String TOO_LARGE = "TooLarge";

    WriteRefused(String reason, String message) {
        super(reason, message, false, null);
    }

    /**
     * Whether it is a right or a credential that is missing, rather than something in the request.
     */
    public boolean rights() {
        return "Forbidden".equals(reason()) || "Unauthorized".equals(reason());
    }
}
