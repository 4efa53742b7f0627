package dev.dragoman.kube.failure;

/** The API server does not serve the kind. Retriable, since its CRD may be installed later. */
public final class KindMissing extends KubeException {
    /**
     * @param message names the kind and what to install
     */
    public KindMissing(String message) {
        super("KindMissing", message, true, null);
    }
}
