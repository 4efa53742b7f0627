package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a spec names elsewhere, found by knowing nothing of it. */
public final class SpecReferences {
    private SpecReferences() {}

    /** Every reference by name, in the order of the payload. */
    public static List<Reference> of(AzureVersion version, Map<String, Object> spec) {
        return ArmBody.of(version, spec, "", new Nothing()).missing();
    }

    private record Nothing() implements Inputs {
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
}
