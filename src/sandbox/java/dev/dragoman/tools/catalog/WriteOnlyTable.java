package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The part of {@code docs/kinds.md} on values that Azure takes and does not show again. */
final class WriteOnlyTable {
    /** Of a kind with more values than this, only the fields of {@code properties} are shown. */
    private static final int MOST_PATHS = 12;

    private WriteOnlyTable() {}

    static String of(List<AzureKind> kinds) {
        return """

        ## Values that Azure does not show

        Azure accepts these values, but its answers to a GET may lack them: keys, passwords, and fields that Azure's
        description of the answer leaves out. A value that the answer lacks is not compared, so the operator does not notice
        when another client changes it. A value that the answer has is compared. Your own edit is always sent. For kinds with
        many such values, the table names only the fields that contain them.

        | kind | values |
        |---|---|
        %s
        """
                .formatted(
                        kinds.stream()
                                .filter(AzureKind::inArm)
                                .map(kind -> row(kind, paths(kind)))
                                .filter(row -> !row.isEmpty())
                                .collect(Collectors.joining("\n")));
    }

    private static String row(AzureKind kind, Collection<String> paths) {
        return paths.isEmpty()
                ? ""
                : "| %s | %s |"
                        .formatted(
                                kind.id().replace(".azure.com", ""),
                                paths.stream()
                                        .map(path -> "`" + path + "`")
                                        .collect(Collectors.joining(", ")));
    }

    private static List<String> paths(AzureKind kind) {
        List<String> all = new ArrayList<>();
        kind.versions().forEach(version -> collect(version.body(), "", all));
        var paths = all.stream().distinct().toList();
        return paths.size() <= MOST_PATHS
                ? paths
                : paths.stream().map(WriteOnlyTable::holder).distinct().toList();
    }

    private static void collect(List<BodyField> fields, String at, List<String> out) {
        for (BodyField field : fields) {
            var path = at.isEmpty() ? field.arm() : at + "." + field.arm();
            if (field.writeOnly()) {
                out.add(path);
            } else {
                collect(field.fields(), path, out);
            }
        }
    }

    /** The first two names of a path. */
    private static String holder(String path) {
        return path.replaceFirst("^([^.]+\\.[^.]+)\\..*", "$1");
    }
}
