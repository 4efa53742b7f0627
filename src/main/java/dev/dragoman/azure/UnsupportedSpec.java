package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.kube.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the kinds accept from users of Azure Service Operator and this operator cannot do. Pure. */
final class UnsupportedSpec {
    /** Condition reason. */
    static final String REASON = "NotSupported";

    private static final List<String> EXPRESSIONS =
            List.of("secretExpressions", "configMapExpressions");

    private UnsupportedSpec() {}

    /** The first such field that asks for something, or empty. */
    static Optional<Problem> problem(Map<String, Object> spec) {
        if (spec.containsKey(TakenOver.ORIGINAL)) {
            // read without its property bags it would be sent without their fields
            return Optional.of(
                    Problem.error(
                            REASON,
                            "the object is stored as Azure Service Operator stores it; nothing is sent to Azure: run 'dragoman take-over'"));
        }
        var operator = Fields.map(spec, "operatorSpec");
        return EXPRESSIONS.stream()
                .filter(field -> asks(operator.get(field)))
                .findFirst()
                .map(
                        field ->
                                Problem.error(
                                        REASON,
                                        "spec.operatorSpec.%s is not supported; nothing is sent to Azure: remove it, and name what is to be exported in operatorSpec.secrets or operatorSpec.configMaps"
                                                .formatted(field)));
    }

    private static boolean asks(Object value) {
        return value != null && !(value instanceof List<?> list && list.isEmpty());
    }
}
