package dev.dragoman.azure.decision;

/**
 * An Event to record for a transition.
 *
 * @param warning Warning or Normal
 * @param reason reasons are those of Azure Service Operator
 * @param text without secrets
 * @param repair whether it tells that Azure had it different, and what is wanted was sent again
 */
public record AzureEvent(boolean warning, String reason, String text, boolean repair) {
    /** One that tells of no repair. */
    public AzureEvent(boolean warning, String reason, String text) {
        this(warning, reason, text, false);
    }
}
