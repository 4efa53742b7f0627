package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The paths of the differences that {@link BodyComparison} finds. */
final class Differences {
    private Differences() {}

    static List<String> paths(
            AzureVersion version,
            Map<String, Object> desired,
            Map<String, Object> actual,
            Set<String> skipped) {
        return BodyComparison.between(version, desired, actual, skipped).stream()
                .map(BodyComparison.Difference::path)
                .toList();
    }
}
