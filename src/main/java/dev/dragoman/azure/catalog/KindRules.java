package dev.dragoman.azure.catalog;

import java.util.List;

/**
 * What Azure does differently for a kind than for most. Immutable.
 *
 * @param errors rules for the retry of errors. The first rule that fits decides; if none fits, the
 *     lists of {@link ErrorClass} do
 * @param checks states in which Azure must show the resource or its owner
 * @param deletion how the resource is deleted
 * @param moved fields that for example an autoscaler may change in Azure, because the user allows
 *     it
 * @param fixed fields that Azure does not change in a resource that exists
 * @param creation fields that count only in the request that creates the resource
 */
public record KindRules(
        List<ErrorRule> errors,
        List<StateCheck> checks,
        DeletionRule deletion,
        List<MovedField> moved,
        List<FixedField> fixed,
        List<FixedField> creation) {
    /** The rules of a kind that has no special ones. */
    public static final KindRules NONE =
            new KindRules(List.of(), List.of(), DeletionRule.NONE, List.of(), List.of(), List.of());

    public KindRules {
        errors = List.copyOf(errors);
        checks = List.copyOf(checks);
        moved = List.copyOf(moved);
        fixed = List.copyOf(fixed);
        creation = List.copyOf(creation);
    }

    /** Whether an {@code AutoscaleSetting} may scale the resource. */
    public boolean scaled() {
        return moved.stream().anyMatch(rule -> rule.relation() == MovedField.Relation.SCALED);
    }

    /** These rules for a resource that these AutoscaleSettings scale between these bounds. */
    public KindRules scaledBetween(long low, long high, String scalers) {
        return new KindRules(
                errors,
                checks,
                deletion,
                moved.stream()
                        .map(
                                rule ->
                                        rule.relation() == MovedField.Relation.SCALED
                                                ? rule.between(low, high, scalers)
                                                : rule)
                        .toList(),
                fixed,
                creation);
    }
}
