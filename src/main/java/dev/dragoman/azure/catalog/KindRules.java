package dev.dragoman.azure.catalog;

import java.util.List;

/**
 * What Azure does differently for a kind than for most. Immutable.
 *
 * @param errors how errors are retried where the lists of {@link ErrorClass} do not say it; the
 *     first that fits decides
 * @param checks states in which Azure must show it, or its owner
 * @param deletion how it is deleted
 */
public record KindRules(List<ErrorRule> errors, List<StateCheck> checks, DeletionRule deletion) {
    /** A kind of which there is nothing special to say. */
    public static final KindRules NONE = new KindRules(List.of(), List.of(), DeletionRule.NONE);

    public KindRules {
        errors = List.copyOf(errors);
        checks = List.copyOf(checks);
    }
}
