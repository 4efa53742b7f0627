package dev.dragoman.camel.arm;

import org.apache.camel.spi.Metadata;

/** Header names of the {@code azure-arm} scheme. */
public final class AzureArmConstants {
    @Metadata(description = "Path; overrides the option path", javaType = "String")
    public static final String PATH = "DragomanArmPath";

    @Metadata(description = "API version; overrides the option apiVersion", javaType = "String")
    public static final String API_VERSION = "DragomanArmApiVersion";

    @Metadata(description = "HTTP status of Azure's answer; set by the endpoint", javaType = "int")
    public static final String STATUS = "DragomanArmStatus";

    private AzureArmConstants() {}
}
