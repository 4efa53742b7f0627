package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Names;
import java.util.Map;
import java.util.Optional;

/** Which operator an object is for, by its annotation. Pure. */
final class OperatorNamespace {
    private OperatorNamespace() {}

    /**
     * Namespace of the operator that reconciles the object instead of this one; empty where it is
     * this one's.
     *
     * @param ours namespace of this operator
     */
    static Optional<String> other(Map<String, Object> object, String ours) {
        return Optional.of(Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE))
                .filter(named -> Names.isLabel(named) && !named.equals(ours));
    }

    /** Where no operator can be, none will ever say what became of the object. */
    static Optional<Problem> problem(Map<String, Object> object, String ours) {
        var written = Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE);
        if (written.isEmpty() || written.equals(ours) || Names.isLabel(written)) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.error(
                        "InvalidOperatorNamespace",
                        "metadata.annotations: the annotation %s is '%s', which is no name of a namespace; write %s, the namespace of another operator, or remove it"
                                .formatted(
                                        AsoNames.OPERATOR_NAMESPACE,
                                        Excerpt.value(written),
                                        ours)));
    }
}
