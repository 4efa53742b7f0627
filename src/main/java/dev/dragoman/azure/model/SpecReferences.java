package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a spec refers to, in the version that the user applied. The owner is not among them. */
public final class SpecReferences {
    private SpecReferences() {}

    /** Every reference of the spec, in the order of the payload. */
    public static List<Reference> of(AzureVersion version, Map<String, Object> spec) {
        return ArmBody.references(version, spec, new Nothing());
    }

    static Reference.Type typeOf(Source source) {
        return switch (source) {
            case SECRET -> Reference.Type.SECRET;
            case SECRET_MAP -> Reference.Type.SECRET_MAP;
            case CONFIG -> Reference.Type.CONFIG;
            default -> Reference.Type.ARM;
        };
    }

    /** Knows nothing, because finding references needs no answers. */
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
