package dev.dragoman.settings;

import java.util.Set;

/**
 * One name that somebody may set, and what becomes of it. Immutable.
 *
 * @param name environment variable, and key of the settings Secret
 * @param use what becomes of it
 * @param instead what happens instead, for names that are not used; else empty
 * @param harmless values of a name that is not supported which ask for nothing that is not there
 */
public record Setting(String name, Use use, String instead, Set<String> harmless) {
    /** What becomes of a setting. */
    public enum Use {
        /** Part of the operator's credential: from the Secret, read anew, or the environment. */
        CREDENTIAL,
        /** Read at the start; the Deployment puts it into the environment, from the Secret. */
        START,
        /**
         * Read at the start from the environment alone: it goes with where the process runs and
         * with the rights that it has there.
         */
        PLACE,
        /** Of Azure Service Operator, and not used; the operator works without. */
        INSTEAD,
        /** Of Azure Service Operator, and refused: nothing else would do what it asks for. */
        REFUSED
    }

    static Setting of(String name, Use use) {
        return new Setting(name, use, "", Set.of());
    }
}
