package dev.dragoman.tools.catalog;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.tools.catalog.Source.KindRow;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes the catalog: one row and one schema for each kind of the archives, and an index. Run it in
 * the root of the checkout, with the directory of the archives as its argument.
 */
public final class CatalogGenerator {
    private static final String[] ARCHIVES = {"crds", "api-structure", "azure-arm"};

    private final Source source;

    /** Uses the archives {@code crds}, {@code api-structure} and {@code azure-arm}. */
    public CatalogGenerator(Archives archives, Map<String, Object> overrides) {
        source = new Source(archives, overrides);
    }

    /**
     * A generated kind.
     *
     * @param unknownExports exports whose source is unknown
     */
    public record Generated(
            AzureKind row, Map<String, Object> specSchema, List<String> unknownExports) {}

    /** Writes the files below {@code src/main/resources/azure}, and three pages of {@code docs}. */
    public static void main(String[] arguments) throws IOException {
        write(
                Path.of(arguments.length > 0 ? arguments[0] : "../shared/azure"),
                Path.of("").toAbsolutePath(),
                System.out);
    }

    /** Writes the files. Prints which directory it reads and what it wrote. */
    static void write(Path archives, Path checkout, PrintStream out) throws IOException {
        out.printf(
                "reading %s from %s%n",
                Arrays.stream(ARCHIVES)
                        .map(name -> name + ".tar.xz")
                        .collect(Collectors.joining(", ")),
                archives.toAbsolutePath().normalize());
        List<Generated> kinds = kinds(checkout, archives);
        for (var file : files(kinds).entrySet()) {
            Path target = checkout.resolve("src/main/resources/azure").resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
        Files.writeString(checkout.resolve("docs/kinds.md"), KindsPage.of(rows(kinds)));
        Files.writeString(checkout.resolve("docs/errors.md"), ErrorsPage.of(rows(kinds)));
        Files.writeString(
                checkout.resolve("docs/points.md"),
                PointsPage.of(checkout.resolve("src/main/resources/routes")));
        out.printf("wrote %d kinds to %s%n", kinds.size(), checkout);
    }

    private static List<Generated> kinds(Path checkout, Path archiveDirectory)
            throws IOException {
        Path rules = checkout.resolve("tools/catalog/overrides.yaml");
        try (var archives = Archives.unpack(archiveDirectory, ARCHIVES)) {
            return List.copyOf(
                    new CatalogGenerator(archives, Yaml.object(Files.readString(rules)))
                            .all()
                            .values());
        }
    }

    private static List<AzureKind> rows(List<Generated> kinds) {
        return kinds.stream()
                .map(Generated::row)
                .sorted(Comparator.comparing(AzureKind::group).thenComparing(AzureKind::kind))
                .toList();
    }

    /** The text of the catalog's files by name. */
    public static Map<String, String> files(Path checkout, Path archiveDirectory) throws IOException {
        return files(kinds(checkout, archiveDirectory));
    }

    private static Map<String, String> files(List<Generated> kinds) throws IOException {
        Map<String, String> out = new TreeMap<>();
        List<AzureKind> rows = new ArrayList<>();
        for (var generated : kinds) {
            String id = generated.row().group() + "/" + generated.row().kind();
            if (!generated.unknownExports().isEmpty()) {
                throw new IllegalStateException(
                        id + ": add the sources of these exports to overrides.yaml: "
                                + generated.unknownExports());
            }
            rows.add(generated.row());
            out.put(id + ".json", json(RowWriter.write(generated.row())));
            out.put(id + ".schema.json", json(generated.specSchema()));
        }
        out.put("index.json", json(RowWriter.writeIndex(rows)));
        return out;
    }

    private static String json(Object value) throws IOException {
        var indent = new DefaultIndenter("  ", "\n");
        var printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(indent);
        ObjectWriter writer = new ObjectMapper().writer(printer);
        return writer.writeValueAsString(value) + "\n";
    }

    /** All kinds of the archives, as {@code group/Kind}. */
    public Set<String> kinds() {
        return source.kinds().keySet();
    }

    /** Generates one kind in the given CRD versions, or in all versions when the list is empty. */
    public Generated generate(String id, List<String> versions) {
        List<KindRow> rows =
                source.kinds().getOrDefault(id, List.of()).stream()
                        .filter(row -> versions.isEmpty() || versions.contains(row.version()))
                        .toList();
        if (rows.isEmpty() || (!versions.isEmpty() && rows.size() != versions.size())) {
            throw new IllegalArgumentException(
                    id + ": the archives have only " + rows.stream().map(KindRow::version).toList());
        }
        var schemas = source.schemas(rows.getFirst());
        var exports = new ExportRules(source.exportOverrides(id));
        if (rows.getFirst().armType().isEmpty()) {
            return notInArm(rows, schemas, exports);
        }
        List<AzureVersion> out = new ArrayList<>();
        List<Map<String, Object>> specs = new ArrayList<>();
        for (List<KindRow> sameApi : byApiVersion(rows)) {
            var version = version(sameApi, rows.getLast().fixedName(), schemas, exports);
            out.add(version);
            for (KindRow row : sameApi) {
                specs.add(spec(schemas, row));
            }
        }
        return new Generated(
                row(rows.getLast(), naming(rows), exports, source.rules(id), out),
                SharedSchema.of(specs),
                exports.unknown());
    }

    /**
     * How the resource is named. Kinds with {@code $defaultAzureName: false} in their configuration
     * accept only UUIDs as names.
     */
    private AzureKind.Naming naming(List<KindRow> rows) {
        boolean named =
                rows.stream()
                        .map(row -> source.config(row.group()).ofKind(row.apiVersion(), row.kind()))
                        .noneMatch(config -> Boolean.FALSE.equals(config.get("$defaultAzureName")));
        return named ? AzureKind.Naming.OBJECT : AzureKind.Naming.UUID;
    }

    /**
     * A kind that the operator does not serve. It has only a schema, so that objects can be
     * created, and their condition can say that the kind is not served.
     */
    private static Generated notInArm(
            List<KindRow> rows, Map<String, Map<String, Object>> schemas, ExportRules exports) {
        var versions =
                rows.stream()
                        .map(
                                row ->
                                        new AzureVersion(
                                                List.of(row.version()),
                                                row.version(),
                                                false,
                                                List.of(),
                                                List.of(),
                                                true))
                        .toList();
        return new Generated(
                row(
                        rows.getLast(),
                        AzureKind.Naming.OBJECT,
                        exports,
                        KindRules.NONE,
                        versions),
                SharedSchema.of(rows.stream().map(row -> spec(schemas, row)).toList()),
                List.of());
    }

    private static Map<String, Object> spec(
            Map<String, Map<String, Object>> schemas, KindRow row) {
        return Schemas.object(Schemas.properties(schemas.get(row.version())).get("spec"));
    }

    /**
     * Groups the rows by api-version: the newest stable one first, previews last. Within an
     * api-version the newer spelling of the version is first.
     */
    private static List<List<KindRow>> byApiVersion(List<KindRow> rows) {
        var newest =
                Comparator.comparing((String api) -> api.endsWith("preview"))
                        .thenComparing(Comparator.<String>reverseOrder());
        Map<String, List<KindRow>> grouped =
                rows.stream()
                        .collect(
                                Collectors.groupingBy(
                                        KindRow::apiVersion,
                                        () -> new TreeMap<>(newest),
                                        Collectors.toList()));
        return grouped.values().stream()
                .map(
                        same ->
                                same.stream()
                                        .sorted(
                                                Comparator.comparing(
                                                        row -> row.version().startsWith("v1api")))
                                        .toList())
                .toList();
    }

    /**
     * Generates one api-version.
     *
     * @param name fixed ARM name of the kind; empty when it has none
     */
    private AzureVersion version(
            List<KindRow> sameApi,
            String name,
            Map<String, Map<String, Object>> schemas,
            ExportRules exports) {
        KindRow row = sameApi.getFirst();
        TypeNode resource = source.userTree(row).get(row.kind());
        Map<String, TypeNode> arm = source.armTree(row);
        TypeNode spec = resource.kids.get("Spec");
        var schema = Schemas.properties(schemas.get(row.version()));
        spec.attach(Schemas.object(schema.get("spec")));
        TypeNode status = resource.kids.get("Status");
        TypeNode armStatus = StatusTrees.of(row.kind(), arm, status);
        GroupConfig config = source.config(row.group());
        status.attach(Schemas.object(schema.get("status")));
        exports.add(config.ofKind(row.apiVersion(), row.kind()), spec, status, armStatus);
        var body =
                new BodyRules(row.kind(), row.apiVersion(), config)
                        .root(spec, arm.get(row.kind() + "_Spec"), armStatus);
        return new AzureVersion(
                sameApi.stream().map(KindRow::version).toList(),
                row.apiVersion(),
                row.apiVersion().endsWith("preview"),
                body,
                StatusRules.flattenedBelow(status, armStatus),
                StatusRules.rootFlattened(status, armStatus),
                Optional.of(row.fixedName()).filter(own -> !own.equals(name)));
    }

    private static AzureKind row(
            KindRow row,
            AzureKind.Naming naming,
            ExportRules exports,
            KindRules rules,
            List<AzureVersion> versions) {
        return new AzureKind(
                row.group() + ".azure.com",
                row.kind(),
                row.plural(),
                row.armType(),
                scope(row.scope()),
                row.ownerKind().isEmpty() || row.ownerKind().equals("*")
                        ? Optional.empty()
                        : Optional.of(
                                new AzureKind.Owner(
                                        row.ownerGroup() + ".azure.com", row.ownerKind())),
                Optional.of(row.fixedName()).filter(name -> !name.isEmpty()),
                naming,
                Arrays.stream(row.verbs().split(","))
                        .filter(verb -> !verb.isEmpty())
                        .map(verb -> AzureKind.Verb.valueOf(verb.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toUnmodifiableSet()),
                exports.exports(),
                rules,
                versions);
    }

    private static AzureKind.Scope scope(String name) {
        return switch (name) {
            case "ResourceGroup" -> AzureKind.Scope.RESOURCE_GROUP;
            case "Location" -> AzureKind.Scope.LOCATION;
            case "Extension" -> AzureKind.Scope.EXTENSION;
            case "Tenant" -> AzureKind.Scope.TENANT;
            case "" -> AzureKind.Scope.NONE;
            default -> throw new IllegalArgumentException("unknown scope " + name);
        };
    }

    /**
     * All kinds, by {@code group/Kind}.
     *
     * @throws IllegalStateException when overrides.yaml has rules for other kinds
     */
    public Map<String, Generated> all() {
        var unknown = source.kindsWithRules();
        unknown.removeAll(kinds());
        if (!unknown.isEmpty()) {
            throw new IllegalStateException(
                    "overrides.yaml has rules for kinds that the archives do not have: " + unknown);
        }
        Map<String, Generated> out = new LinkedHashMap<>();
        for (String id : kinds()) {
            out.put(id, generate(id, List.of()));
        }
        return out;
    }
}
