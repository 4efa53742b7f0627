package dev.dragoman.capability;

import java.util.Map;

/**
 * What exists outside for an object.
 *
 * @param id under which it is known there
 * @param exists as it is there
 */
public record Outside(String id, Map<String, Object> exists) {
    /** Without what exists. */
    @Override
    public String toString() {
        return "Outside[%s]".formatted(id);
    }
}
