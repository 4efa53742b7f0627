package dev.dragoman.expression;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which variables an expression may use. Immutable.
 *
 * @param variables names that may be read; messages list them in this order
 * @param unavailable the whole message for a name that is no variable, by name; for names whose
 *     absence has a reason
 * @param texts the variables that are maps from text to text; all others may be anything
 */
public record Scope(Set<String> variables, Map<String, String> unavailable, Set<String> texts) {
    public Scope {
        variables = Collections.unmodifiableSet(new LinkedHashSet<>(variables));
        unavailable = Map.copyOf(unavailable);
        texts = Set.copyOf(texts);
    }

    /** Variables that may be anything. */
    public Scope(Set<String> variables, Map<String, String> unavailable) {
        this(variables, unavailable, Set.of());
    }

    /** Variables that may be anything; of no other name there is anything special to say. */
    public static Scope of(Set<String> variables) {
        return new Scope(variables, Map.of());
    }

    /** What an expression may use, as a message says it. */
    String words() {
        var names = String.join(", ", variables);
        int last = names.lastIndexOf(", ");
        return last < 0
                ? "only " + (names.isEmpty() ? "functions" : names)
                : names.substring(0, last) + " and " + names.substring(last + 2);
    }
}
