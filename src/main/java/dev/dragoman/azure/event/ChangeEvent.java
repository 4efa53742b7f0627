package dev.dragoman.azure.event;

import java.time.Instant;

/**
 * What Azure tells about one resource. Anybody who may send to the queue can write one, so it is a
 * hint.
 *
 * @param id ARM id, as {@link dev.dragoman.azure.model.ResourceId#key} spells it
 * @param what what has happened to the resource
 * @param at when, by Azure's clock; {@link Instant#MAX} when the event does not say it
 */
public record ChangeEvent(String id, What what, Instant at) {
    /** What has happened. */
    public enum What {
        /** The resource was created or changed, or somebody has tried to. */
        CHANGED,
        /** The resource was deleted, or somebody has tried to. */
        DELETED,
        /** Keys or credentials of the resource were changed. */
        KEYS
    }
}
