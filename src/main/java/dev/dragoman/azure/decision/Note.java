package dev.dragoman.azure.decision;

/**
 * An Event to record for a transition.
 *
 * @param warning Warning or Normal
 * @param reason reasons are those of Azure Service Operator
 * @param text without secrets
 */
public record Note(boolean warning, String reason, String text) {}
