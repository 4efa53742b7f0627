package dev.dragoman.camel;

import java.util.List;
import java.util.Map;

/** Formats of the log. Each has a file {@code logback-NAME.xml}. */
public final class LogFormat {
    /** Environment variable that chooses the format; Logback reads it by itself. */
    public static final String VARIABLE = "DRAGOMAN_LOG";

    private static final List<String> KNOWN = List.of("text", "json");

    private LogFormat() {}

    /**
     * Checks the setting: for an unknown format Logback would find no file and log nothing.
     *
     * @throws StartRefused when the format is unknown
     */
    public static void check(Map<String, String> environment) {
        var value = environment.getOrDefault(VARIABLE, KNOWN.getFirst());
        if (!KNOWN.contains(value)) {
            throw new StartRefused(
                    "%s: '%s' is none of %s".formatted(VARIABLE, value, KNOWN), null);
        }
    }
}
