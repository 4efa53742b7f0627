package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field that an autoscaler, an upgrade channel or a failover may change in Azure, because the
 * user allows it. Immutable.
 *
 * <p>Paths are ARM paths as in {@code .properties.count}. A path through a list has {@code []}
 * once, as in {@code .properties.agentPoolProfiles[].count}. In one rule, paths with the same
 * beginning mean the same list element.
 *
 * @param paths the field; several for {@link Relation#SAME_SET}, whose values may change places
 * @param when the condition under which the field may move; empty for always
 * @param relation how Azure's value must relate to the value that the user asks for
 * @param low lowest value for {@link Relation#BETWEEN}, a path or a number; empty for none
 * @param high highest value for {@link Relation#BETWEEN} and {@link Relation#NOT_LESS}, a path or a
 *     number; empty for none
 * @param source page of Microsoft that documents this
 * @param scalers names of the AutoscaleSettings that set the bounds; empty if none does
 */
public record MovedField(
        List<String> paths,
        Optional<When> when,
        Relation relation,
        String low,
        String high,
        String source,
        String scalers) {
    /** In {@link When#values}: any value that is set. */
    public static final String ANY_VALUE = "*";

    public MovedField {
        paths = List.copyOf(paths);
    }

    /**
     * The condition that a field has one of these values.
     *
     * @param path path of the field
     * @param values the values, compared in any case; {@link #ANY_VALUE} for any, an empty text for
     *     a field that is not set
     */
    public record When(String path, List<String> values) {
        public When {
            values = List.copyOf(values);
        }
    }

    /** How Azure's value must relate to the value that the user asks for. */
    public enum Relation {
        /** Not below {@code low}, not above {@code high}. */
        BETWEEN,
        /** At least the user's value, at most {@code high}. */
        NOT_LESS,
        /** The user's version or a newer one. */
        NOT_OLDER,
        /** The user's values, distributed over the fields in another order. */
        SAME_SET,
        /**
         * The user's value, except for the text after its last {@code /} or {@code _}, which is the
         * version of a key.
         */
        OTHER_VERSION,
        /**
         * Between the bounds of the {@code AutoscaleSetting} that targets the resource; without
         * such a setting the field does not move.
         */
        SCALED,
        /** Any version. Azure's version stays, because names do not tell which version is newer. */
        ANY_VERSION,
        /** Any value. */
        ANY;

        /**
         * Whether Azure's value stays when the field may no longer move: a value that grew is not
         * reduced.
         */
        public boolean grows() {
            return this == NOT_LESS || this == NOT_OLDER || this == ANY_VERSION;
        }
    }

    /** This rule as {@link Relation#BETWEEN} the bounds of these AutoscaleSettings. */
    MovedField between(long low, long high, String scalers) {
        return new MovedField(
                paths,
                when,
                Relation.BETWEEN,
                String.valueOf(low),
                String.valueOf(high),
                source,
                scalers);
    }

    /**
     * Reads a rule of a row. A key {@code path} with one path may stand in place of {@code paths}.
     *
     * @throws IllegalArgumentException when a key is missing, or the relation is unknown
     */
    static MovedField read(Map<String, Object> rule) {
        var paths =
                rule.get("path") instanceof String one
                        ? List.of(one)
                        : RowFormat.strings(rule, "paths");
        if (paths.isEmpty() || !(rule.get("source") instanceof String source)) {
            throw new IllegalArgumentException(
                    "a rule for a moved field lacks paths or source: " + rule);
        }
        return new MovedField(
                paths,
                rule.get("when") instanceof Map<?, ?> when
                        ? Optional.of(when(when.entrySet().iterator().next()))
                        : Optional.empty(),
                Relation.valueOf(String.valueOf(rule.get("relation"))),
                String.valueOf(rule.getOrDefault("low", "")),
                String.valueOf(rule.getOrDefault("high", "")),
                source,
                "");
    }

    private static When when(Map.Entry<?, ?> entry) {
        return new When(
                (String) entry.getKey(),
                ((List<?>) entry.getValue()).stream().map(String::valueOf).toList());
    }
}
