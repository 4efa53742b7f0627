package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A check of the state in which Azure shows a resource. Immutable.
 *
 * @param moment whose state is checked, and when
 * @param path dotted path into the answer to GET; if it leads through a list, every element is
 *     checked
 * @param allowed values, in any case, that let the reconciliation go on; empty for all except the
 *     refused ones
 * @param refused values, in any case, that stop the reconciliation
 * @param required whether a missing value stops the reconciliation
 * @param apiVersion api-version of the GET of the owner; empty for a check of the resource's own
 *     state
 * @param advice what the user can do, for the condition's message; empty where only waiting helps
 */
public record StateCheck(
        Moment moment,
        String path,
        List<String> allowed,
        List<String> refused,
        boolean required,
        String apiVersion,
        String advice) {
    /** Whose state is checked, and when. */
    public enum Moment {
        /** The state of the resource itself, before a PUT. */
        BEFORE,
        /** The state of the owner, before a PUT of a resource that it owns. */
        OWNER_BEFORE,
        /** The state of the resource itself, before its object becomes Ready. */
        AFTER
    }

    public StateCheck {
        allowed = List.copyOf(allowed);
        refused = List.copyOf(refused);
        if (allowed.isEmpty() && refused.isEmpty()) {
            throw new IllegalArgumentException(
                    "a check of %s lets every value pass".formatted(path));
        }
        if (apiVersion.isEmpty() == (moment == Moment.OWNER_BEFORE)) {
            throw new IllegalArgumentException(
                    "a check of %s: moment OWNER_BEFORE needs an apiVersion, and the other moments must not have one"
                            .formatted(path));
        }
    }

    /**
     * The value that stops the reconciliation.
     *
     * @param shown the values at the path
     * @return the first value that does not pass, or an empty string for a missing value; {@link
     *     Optional#empty} when the reconciliation may go on
     */
    public Optional<String> obstacle(List<String> shown) {
        if (shown.isEmpty()) {
            return required ? Optional.of("") : Optional.empty();
        }
        Predicate<String> passes =
                value ->
                        !lower(refused).contains(value.toLowerCase(Locale.ROOT))
                                && (allowed.isEmpty()
                                        || lower(allowed).contains(value.toLowerCase(Locale.ROOT)));
        return shown.stream().filter(passes.negate()).findFirst();
    }

    private static Set<String> lower(List<String> values) {
        return values.stream().map(v -> v.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
