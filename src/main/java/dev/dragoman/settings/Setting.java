package dev.dragoman.settings;

import java.util.Set;

/**
 * One setting that users may write, and how it is used. Immutable.
 *
 * @param name environment variable, and key of the settings Secret
 * @param use how it is used
 * @param instead what happens instead, for settings that are not used; else empty
 * @param harmless values with which a refused setting is only reported, in lower case
 */
public record Setting(String name, Use use, String instead, Set<String> harmless) {
    /** How a setting is used. */
    public enum Use {
        /** Part of the operator's credential: from the Secret, read anew, or the environment. */
        CREDENTIAL,
        /** Read at the start; the Deployment puts it into the environment, from the Secret. */
        START,
        /**
         * Read at the start from the environment alone, because it depends on where the process
         * runs, and on its rights there.
         */
        PLACE,
        /** Of Azure Service Operator, and not used; the operator works without it. */
        INSTEAD,
        /** Of Azure Service Operator, and refused, because nothing else does what it asks for. */
        REFUSED
    }

    static Setting of(String name, Use use) {
        return new Setting(name, use, "", Set.of());
    }
}
