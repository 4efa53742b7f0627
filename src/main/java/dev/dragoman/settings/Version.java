package dev.dragoman.settings;

/** The version of this build. */
public final class Version {
    /** As in {@code pom.xml} and in the labels of {@code kubernetes/}. */
    public static final String CURRENT = "0.1.0";

    private Version() {}
}
