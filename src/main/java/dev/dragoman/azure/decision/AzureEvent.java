package dev.dragoman.azure.decision;

/**
 * An Event to record on the object.
 *
 * @param warning whether the type is Warning; otherwise it is Normal
 * @param reason CamelCase; as in Azure Service Operator, if it has such an Event
 * @param text without secrets
 * @param repair whether the Event reports a repair: the resource was changed or deleted in Azure
 *     and sent again
 */
public record AzureEvent(boolean warning, String reason, String text, boolean repair) {
    /** An Event that reports no repair. */
    public AzureEvent(boolean warning, String reason, String text) {
        this(warning, reason, text, false);
    }
}
