package dev.dragoman.capability.status;

import java.util.Map;

/**
 * What exists outside for an object.
 *
 * @param id its id outside
 * @param exists its state outside
 */
public record Outside(String id, Map<String, Object> exists) {
    /** Leaves out the state, which may hold secrets. */
    @Override
    public String toString() {
        return "Outside[%s]".formatted(id);
    }
}
