package dev.dragoman.camel;

import java.util.List;
import java.util.Map;

/** The formats of the log. Each format has a configuration file {@code logback-NAME.xml}. */
public final class LogFormat {
    /**
     * Environment variable with the name of the format. Logback's configuration reads the variable.
     */
    public static final String VARIABLE = "DRAGOMAN_LOG";

    private static final List<String> KNOWN = List.of("text", "json");

    private LogFormat() {}

    /**
     * Checks the environment variable. With an unknown format, Logback would find no configuration
     * file and log nothing.
     *
     * @throws StartRefused when the format is unknown
     */
    public static void check(Map<String, String> environment) {
        var value = environment.getOrDefault(VARIABLE, KNOWN.getFirst());
        if (!KNOWN.contains(value)) {
            throw new StartRefused(
                    "%s: '%s' is not a format of the log; use one of %s"
                            .formatted(VARIABLE, value, KNOWN),
                    null);
        }
    }
}
