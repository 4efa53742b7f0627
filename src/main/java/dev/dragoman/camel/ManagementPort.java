package dev.dragoman.camel;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;

/** Where health and metrics are served. */
public final class ManagementPort {
    /** Environment variable that names it; 0 stands for any free port. */
    public static final String VARIABLE = "DRAGOMAN_MANAGEMENT_PORT";

    private static final int HIGHEST = 65535;

    private ManagementPort() {}

    /**
     * The port that the environment names. Tried out here, because Camel only logs when it is taken
     * and goes on: an operator would lead whose health nobody can ask.
     *
     * @throws StartRefused when it is no port or is not free
     */
    public static String of(Map<String, String> environment) {
        var text = environment.getOrDefault(VARIABLE, "8081").strip();
        int port = number(text);
        if (port < 0 || port > HIGHEST) {
            throw new StartRefused(
                    "%s: '%s' is not a port; use 0 (any free one) to %d"
                            .formatted(VARIABLE, text, HIGHEST),
                    null);
        }
        try (var _ = new ServerSocket(port)) {
            return text;
        } catch (IOException e) {
            throw new StartRefused(
                    "%s: cannot listen on port %d (%s); set another one, or 0 for any free one"
                            .formatted(VARIABLE, port, e.getMessage()),
                    e);
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
