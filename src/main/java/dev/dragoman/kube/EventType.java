package dev.dragoman.kube;

/** Type of a Kubernetes Event. */
public enum EventType {
    /** Something went as it should. */
    NORMAL("Normal"),
    /** Something needs attention. */
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    /** As Kubernetes writes it. */
    public String text() {
        return text;
    }
}
