package dev.dragoman.camel;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;

/** The port on which health and metrics are served. */
public final class ManagementPort {
    /** Environment variable with the port; 0 means any free port. */
    public static final String VARIABLE = "DRAGOMAN_MANAGEMENT_PORT";

    private static final int HIGHEST = 65535;

    private ManagementPort() {}

    /**
     * The port from the environment. Checks that the port is free: with a port in use, Camel would
     * start and only log the error. The operator would then lead without serving its health.
     *
     * @throws StartRefused when the value is not a port or the port is not free
     */
    public static String of(Map<String, String> environment) {
        var text = environment.getOrDefault(VARIABLE, "8081").strip();
        int port = number(text);
        if (port < 0 || port > HIGHEST) {
            throw new StartRefused(
                    "%s: '%s' is not a port; use 0 (any free port) to %d"
                            .formatted(VARIABLE, text, HIGHEST),
                    null);
        }
        try (var _ = new ServerSocket(port)) {
            return text;
        } catch (IOException e) {
            throw new StartRefused(
                    "%s: cannot listen on port %d (%s); set another port, or 0 for any free port"
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
