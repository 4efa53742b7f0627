package dev.dragoman.azure.model;

import java.util.Map;
import java.util.Optional;

/** Resolves the references of a spec. A result is empty while the value is not known. */
public interface ReferencedValues {
    /** Knows no value. */
    ReferencedValues NONE =
            new ReferencedValues() {
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
            };

    /** ARM id of a resource. */
    Optional<String> armId(Reference reference);

    /** Value of one key of a Secret. */
    Optional<String> secret(String name, String key);

    /** Every value of a Secret. */
    Optional<Map<String, String>> secretMap(String name);

    /** Value of one key of a ConfigMap. */
    Optional<String> config(String name, String key);
}
