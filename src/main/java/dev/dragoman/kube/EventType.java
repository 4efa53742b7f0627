package dev.dragoman.kube;

import java.util.Arrays;
import java.util.Optional;

/** Type of a Kubernetes Event. */
public enum EventType {
    /** An ordinary action or transition. */
    NORMAL("Normal"),
    /** A problem that needs attention. */
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    /** The type of this name, in upper or lower case; empty when there is none. */
    public static Optional<EventType> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The type as Kubernetes writes it. */
    public String text() {
        return text;
    }
}
