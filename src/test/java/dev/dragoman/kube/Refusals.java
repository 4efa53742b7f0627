package dev.dragoman.kube;

import dev.dragoman.kube.failure.WriteRefused;

/** What the API server refuses, for tests of those who are refused. */
public final class Refusals {
    private Refusals() {}

    /** For want of a right. */
    public static WriteRefused forbidden() {
        return new WriteRefused("Forbidden", "list cdtargets: forbidden");
    }
}
