package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.AzureKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that an object wants written to Secrets and ConfigMaps.
 *
 * @param fields values that its kind names
 * @param expressions values that it puts together
 */
public record ExportRequests(List<ExportRequest> fields, List<ExpressionRequest> expressions) {
    public static final ExportRequests NONE = new ExportRequests(List.of(), List.of());

    /** What {@code operatorSpec} of this spec asks for. */
    public static ExportRequests of(AzureKind kind, Map<String, Object> spec) {
        return new ExportRequests(ExportRequest.of(kind, spec), ExpressionRequest.of(spec));
    }

    /** Whether there is anything to write. */
    public boolean any() {
        return !fields.isEmpty() || !expressions.isEmpty();
    }

    /** Where to. */
    public List<Destination> destinations() {
        return Stream.concat(
                        fields.stream().map(ExportRequest::destination),
                        expressions.stream().map(ExpressionRequest::destination))
                .toList();
    }
}
