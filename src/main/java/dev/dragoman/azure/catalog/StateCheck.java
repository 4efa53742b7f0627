package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A state in which Azure must show a resource. Immutable.
 *
 * @param moment whose state is checked, and when
 * @param path dotted path into the answer to GET; it goes through every element of a list on its
 *     way
 * @param allowed values, in any case, that let the reconciliation go on; empty for all except the
 *     refused ones
 * @param refused values, in any case, that do not let it go on
 * @param required whether there must be a value; if not, a missing one lets it go on
 * @param apiVersion of the GET of the owner; empty for a resource's own state
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
        /** The resource's own, before a PUT. */
        BEFORE,
        /** The owner's, before a PUT of what it owns. */
        OWNER_BEFORE,
        /** The resource's own, before its object is Ready. */
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
                    "a check of %s: moment OWNER_BEFORE needs an apiVersion, and no other has one"
                            .formatted(path));
        }
    }

    /**
     * The value that stops the reconciliation.
     *
     * @param shown the values at the path
     * @return the first value that does not pass, or the empty string for a missing one; empty when
     *     the reconciliation may go on
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

    /** All values that the check names, the allowed ones first. */
    public Stream<String> named() {
        return Stream.concat(allowed.stream(), refused.stream());
    }
}
