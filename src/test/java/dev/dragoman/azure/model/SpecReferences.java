package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import java.util.List;
import java.util.Map;

/** What a spec names elsewhere, found by knowing nothing of it. */
public final class SpecReferences {
    private SpecReferences() {}

    /** Every reference by name, in the order of the payload. */
    public static List<Reference> of(AzureVersion version, Map<String, Object> spec) {
        return ArmBody.of(version, spec, "", new NoInputs()).missing();
    }
}
