package dev.dragoman.capability.status;

import java.util.Map;

/**
 * What exists outside a reconciled object on its behalf, in Azure or in the cluster.
 *
 * @param id the outside id, such as an ARM id, or the uid of an object
 * @param exists the state outside, such as the body of a GET
 */
public record Outside(String id, Map<String, Object> exists) {
    /** Does not contain the state, which may hold secrets. */
    @Override
    public String toString() {
        return "Outside[%s]".formatted(id);
    }
}
