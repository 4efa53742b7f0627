package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.TakenOver;
import java.util.Map;
import java.util.Optional;

/** What the kinds accept from users of Azure Service Operator and this operator cannot do. Pure. */
final class UnsupportedSpec {
    /** Condition reason. */
    static final String REASON = "NotSupported";

    private UnsupportedSpec() {}

    /** Why nothing can be done for a spec, or empty. */
    static Optional<Problem> problem(Map<String, Object> spec) {
        if (spec.containsKey(TakenOver.ORIGINAL)) {
            // read without its property bags it would be sent without their fields
            return Optional.of(
                    Problem.error(
                            REASON,
                            "the object is stored as Azure Service Operator stores it; nothing is sent to Azure: run 'dragoman take-over'"));
        }
        return Optional.empty();
    }
}
