package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.AzureKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All values that an object asks to be written to Secrets and ConfigMaps.
 *
 * @param fields values that the object's kind defines
 * @param expressions values that the object's own expressions make
 */
public record ExportRequests(List<ExportRequest> fields, List<ExpressionRequest> expressions) {
    /** All values that {@code operatorSpec} of this spec asks for. */
    public static ExportRequests of(AzureKind kind, Map<String, Object> spec) {
        return new ExportRequests(ExportRequest.of(kind, spec), ExpressionRequest.of(spec));
    }

    /** Whether there is anything to write. */
    public boolean any() {
        return !fields.isEmpty() || !expressions.isEmpty();
    }

    /** The destinations of all values. */
    public List<Destination> destinations() {
        return Stream.concat(
                        fields.stream().map(ExportRequest::destination),
                        expressions.stream().map(ExpressionRequest::destination))
                .toList();
    }
}
