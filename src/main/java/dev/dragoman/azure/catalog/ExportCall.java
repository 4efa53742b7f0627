package dev.dragoman.azure.catalog;

/**
 * A further request, which is sent only because its answer holds values of {@link Export}s.
 *
 * @param of path into the ARM GET body of the resource, where the id of another resource is; the
 *     request goes to that resource. Empty if it goes to the resource itself
 * @param path an action of that resource, for example {@code listKeys}, which is a POST without a
 *     body; empty for a GET of that resource
 * @param apiVersion fixed api-version of this request, not the object's
 */
public record ExportCall(String of, String path, String apiVersion) {
    /** HTTP method: GET reads a resource itself, and POST sends an action that lists secrets. */
    public String method() {
        return path.isEmpty() ? "GET" : "POST";
    }

    /** How messages name the request. */
    public String display() {
        return path.isEmpty() ? "GET of " + of : path;
    }
}
