package dev.dragoman.azure.catalog;

/**
 * A request whose answer holds values of {@link Export}s, besides those that create and read the
 * resource.
 *
 * @param of path into the ARM GET body to the id of another resource; empty for the resource itself
 * @param path an action below that resource, for example {@code listKeys}, which is a POST without
 *     a body; empty to GET the resource
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
