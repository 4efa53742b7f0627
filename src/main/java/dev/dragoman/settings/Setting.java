package dev.dragoman.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One setting that users may write, and how it is used. Immutable.
 *
 * @param name environment variable, and key of the settings Secret
 * @param use how the operator uses the setting
 * @param instead for a setting that is not used, what the operator does instead; for a refused
 *     setting, why; else empty
 * @param harmless values of a refused setting that are accepted, because they ask for nothing that
 *     the operator does not have
 * @param whenBlank text of a warning about a blank value, which counts as not set; empty for no
 *     warning
 */
public record Setting(
        String name, Use use, String instead, Set<String> harmless, String whenBlank) {
    /** How the operator uses a setting. */
    public enum Use {
        /**
         * Part of the operator's credential: read from the Secret, again after each change, or from
         * the environment.
         */
        CREDENTIAL,
        /**
         * Read at the start from the environment, to which the Deployment copies it from the
         * Secret.
         */
        START,
        /**
         * Read at the start, only from the environment, because the value depends on where the
         * process runs and on its rights there.
         */
        PLACE,
        /** A setting of Azure Service Operator that is not used; the operator works without it. */
        INSTEAD,
        /**
         * A setting of Azure Service Operator that is refused, because the operator has no
         * replacement for it.
         */
        REFUSED
    }

    /** Settings that are used in the same way. */
    public static List<Setting> of(Use use, String... names) {
        return Arrays.stream(names).map(name -> new Setting(name, use, "", Set.of(), "")).toList();
    }

    /**
     * A setting that is read at the start, with a warning about a blank value, because its default
     * is not the one that a blank value suggests.
     */
    public static Setting of(String name, String whenBlank) {
        return new Setting(name, Use.START, "", Set.of(), whenBlank);
    }

    /** A setting that is not used, because the operator does {@code what} instead. */
    public static Setting instead(String name, String what) {
        return new Setting(name, Use.INSTEAD, what, Set.of(), "");
    }

    /** A setting that prevents the start, unless its value is one of the harmless ones. */
    public static Setting refused(String name, String why, String... harmless) {
        return new Setting(name, Use.REFUSED, why, Set.of(harmless), "");
    }
}
