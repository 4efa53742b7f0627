package dev.dragoman.camel.event;

import org.apache.camel.spi.Metadata;

/**
 * Header names of the {@code kubernetes-event} scheme. Each header overrides the option of the same
 * name.
 */
public final class KubernetesEventConstants {
    @Metadata(
            label = "producer",
            description = "CamelCase reason of the event",
            javaType = "String")
    public static final String REASON = "CamelKubernetesEventReason";

    @Metadata(
            label = "producer",
            description = "Type of the event",
            javaType = "String",
            enums = "NORMAL,WARNING")
    public static final String TYPE = "CamelKubernetesEventType";

    @Metadata(
            label = "producer",
            description = "Text of the event, for people; cut to 1 kB",
            javaType = "String")
    public static final String NOTE = "CamelKubernetesEventNote";

    private KubernetesEventConstants() {}
}
