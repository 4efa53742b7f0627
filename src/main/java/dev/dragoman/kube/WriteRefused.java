package dev.dragoman.kube;

/** The API server understood the request and said no: a human must change something first. */
public final class WriteRefused extends KubeException {
    WriteRefused(String reason, String message) {
        super(reason, message, false, null);
    }
}
