package dev.dragoman.azure.model;

import java.util.Map;
import java.util.Optional;

/** Inputs of which nothing is known. */
record NoInputs() implements ReferencedValues {
    @Override
    public Optional<String> armId(Reference reference) {
        return Optional.empty();
    }

    @Override
    public Optional<String> secret(String name, String key) {
        return Optional.empty();
    }

    @Override
    public Optional<Map<String, String>> secretMap(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<String> config(String name, String key) {
        return Optional.empty();
    }
}
