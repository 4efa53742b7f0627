package dev.dragoman.camel;

import java.util.List;
import java.util.Map;

/** How the log is written. Each is a file {@code logback-NAME.xml}. */
public final class LogFormat {
    /** Environment variable that chooses; the logging library reads it by itself. */
    public static final String VARIABLE = "DRAGOMAN_LOG";

    private static final List<String> KNOWN = List.of("text", "json");

    private LogFormat() {}

    /**
     * Without this check an unknown name would find no file, and the log would be lost.
     *
     * @throws StartRefused naming the setting
     */
    public static void check(Map<String, String> environment) {
        var value = environment.getOrDefault(VARIABLE, KNOWN.getFirst());
        if (!KNOWN.contains(value)) {
            throw new StartRefused(
                    "%s: '%s' is none of %s".formatted(VARIABLE, value, KNOWN), null);
        }
    }
}
