package dev.dragoman.azure.catalog;

import java.util.Optional;

/**
 * A value that {@code operatorSpec} can export. The destination is {@code
 * operatorSpec.<target>.<key>: {name, key}}.
 *
 * <p>A path is read by {@link dev.dragoman.azure.model.ExportValue#at}.
 *
 * @param target {@code secrets} or {@code configMaps}
 * @param key field below the target, as users write it
 * @param statusPath path into the ARM GET body, or empty when another request must be sent; {@code
 *     id.subscriptionId} is the subscription named in the {@code id}
 * @param action the request that returns the value; empty when the ARM GET body has the value
 */
public record Export(
        String target, String key, Optional<String> statusPath, Optional<Action> action) {
    /**
     * A value in the answer to a request.
     *
     * @param call the request; if several exports have the same request, it is sent once
     * @param value path into the answer
     * @param base64 whether the answer has the value in Base64; it is exported decoded
     * @param time path into the ARM GET body, to the time at which the value was made; empty if the
     *     resource does not show it
     */
    public record Action(ExportCall call, String value, boolean base64, String time) {
        /** A plain text in the answer to an action of the resource itself. */
        public Action(String path, String apiVersion, String value) {
            this(new ExportCall("", path, apiVersion), value, false, "");
        }
    }
}
