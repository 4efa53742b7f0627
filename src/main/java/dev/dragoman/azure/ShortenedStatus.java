package dev.dragoman.azure;

import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;

/** Makes the condition that names fields of Azure's answer which are too large for a status. */
final class ShortenedStatus {
    private static final String TYPE = "StatusShortened";

    private ShortenedStatus() {}

    /** The condition; empty if no field was shortened. */
    static List<Condition> condition(List<String> fields, Map<String, Object> object) {
        return fields.isEmpty()
                ? List.of()
                : List.of(
                        new Condition(
                                TYPE,
                                true,
                                Condition.Severity.INFO,
                                "TooLarge",
                                "The status would be larger than %d KiB, so these fields have at most %d entries of each list, or are left out: %s. Read them in Azure"
                                        .formatted(
                                                ArmStatus.LARGEST / 1024,
                                                ArmStatus.KEPT_OF_A_LONG_LIST,
                                                String.join(", ", fields)),
                                Fields.generation(object)));
    }
}
