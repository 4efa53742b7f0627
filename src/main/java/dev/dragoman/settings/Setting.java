package dev.dragoman.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One setting that users may write, and how it is used. Immutable.
 *
 * @param name environment variable, and key of the settings Secret
 * @param use what becomes of it
 * @param instead what happens instead, for names that are not used; else empty
 * @param harmless values of a name that is not supported which ask for nothing that is not there
 * @param whenBlank what is said of a blank value, which counts as not set; empty for nothing
 */
public record Setting(
        String name, Use use, String instead, Set<String> harmless, String whenBlank) {
    /** What becomes of a setting. */
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

    /** Settings that are used in the same way. */
    public static List<Setting> of(Use use, String... names) {
        return Arrays.stream(names).map(name -> new Setting(name, use, "", Set.of(), "")).toList();
    }

    /** One that is read at the start, and whose default is not what a blank value looks like. */
    public static Setting of(String name, String whenBlank) {
        return new Setting(name, Use.START, "", Set.of(), whenBlank);
    }

    /** One that is not used, as the operator does something else. */
    public static Setting instead(String name, String what) {
        return new Setting(name, Use.INSTEAD, what, Set.of(), "");
    }

    /** One that ends the start, except with values that ask for nothing. */
    public static Setting refused(String name, String why, String... harmless) {
        return new Setting(name, Use.REFUSED, why, Set.of(harmless), "");
    }
}
