package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field that somebody else than the user moves in Azure, by the user's own wish: an autoscaler,
 * an upgrade channel, a failover. Immutable.
 *
 * <p>Paths are ARM paths as in {@code .properties.count}. One that goes through a list has {@code
 * []} once, as in {@code .properties.agentPoolProfiles[].count}; another path of the rule with the
 * same beginning means the same element.
 *
 * @param paths the field; several for {@link Relation#SAME_SET}, whose values may change places
 * @param when while what it may be moved; empty for always
 * @param relation what Azure's value keeps to the value that the user asks for
 * @param low lowest value of {@link Relation#BETWEEN}, a path or a number; empty for none
 * @param high highest value of it and of {@link Relation#NOT_LESS}, likewise
 * @param source page that says so
 */
public record MovedField(
        List<String> paths,
        Optional<When> when,
        Relation relation,
        String low,
        String high,
        String source) {
    /** Any value that is set, in {@link When#values}. */
    public static final String ANY_VALUE = "*";

    public MovedField {
        paths = List.copyOf(paths);
    }

    /**
     * A field that says that another may move.
     *
     * @param path of the field
     * @param values one of which it has, in any case; {@link #ANY_VALUE} for any, an empty text for
     *     a field that is not set
     */
    public record When(String path, List<String> values) {
        public When {
            values = List.copyOf(values);
        }
    }

    /** What Azure's value keeps. */
    public enum Relation {
        /** Not below {@code low}, not above {@code high}. */
        BETWEEN,
        /** As large as asked or larger, up to {@code high}. */
        NOT_LESS,
        /** As new a version as asked or newer. */
        NOT_OLDER,
        /** The values that are asked for, in other places. */
        SAME_SET,
        /** The same but for what comes after its last {@code /} or {@code _}: a key's version. */
        OTHER_VERSION,
        /**
         * Between the bounds of the {@code AutoscaleSetting} that targets the resource; without one
         * nobody moves it.
         */
        SCALED,
        /** Nothing, and it stays: the newer of two versions cannot be told by their names. */
        ANY_VERSION,
        /** Nothing. */
        ANY;

        /**
         * Whether Azure's value stays when nobody may move it any more: what grew is not shrunk.
         */
        public boolean grows() {
            return this == NOT_LESS || this == NOT_OLDER || this == ANY_VERSION;
        }
    }

    /** The same between bounds that are known. */
    MovedField between(long low, long high) {
        return new MovedField(
                paths, when, Relation.BETWEEN, String.valueOf(low), String.valueOf(high), source);
    }

    /** The form that it has in a row. */
    Map<String, Object> write() {
        var out = new java.util.LinkedHashMap<String, Object>();
        out.put("paths", paths);
        when.ifPresent(that -> out.put("when", Map.of(that.path(), that.values())));
        out.put("relation", relation.name());
        if (!low.isEmpty()) {
            out.put("low", low);
        }
        if (!high.isEmpty()) {
            out.put("high", high);
        }
        out.put("source", source);
        return out;
    }

    /**
     * Reads what {@link #write} has written, or {@code path} in place of {@code paths}.
     *
     * @throws IllegalArgumentException when something is missing, or no word stands for it
     */
    static MovedField read(Map<String, Object> rule) {
        var paths =
                rule.get("path") instanceof String one
                        ? List.of(one)
                        : ((List<?>) rule.getOrDefault("paths", List.of()))
                                .stream().map(String.class::cast).toList();
        if (paths.isEmpty() || !(rule.get("source") instanceof String source)) {
            throw new IllegalArgumentException("a rule lacks paths or source: " + rule);
        }
        return new MovedField(
                paths,
                rule.get("when") instanceof Map<?, ?> when
                        ? Optional.of(when(when.entrySet().iterator().next()))
                        : Optional.empty(),
                Relation.valueOf(String.valueOf(rule.get("relation"))),
                String.valueOf(rule.getOrDefault("low", "")),
                String.valueOf(rule.getOrDefault("high", "")),
                source);
    }

    private static When when(Map.Entry<?, ?> entry) {
        return new When(
                (String) entry.getKey(),
                ((List<?>) entry.getValue()).stream().map(String::valueOf).toList());
    }
}
