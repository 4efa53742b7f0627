package dev.dragoman.azure.catalog;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.dragoman.kube.object.Fields;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All Azure kinds that this build knows. The row of a kind is read when it is first needed, because
 * a cluster uses few of the kinds. Thread-safe.
 */
public final class Catalog {
    private static final Comparator<KindName> ORDER =
            Comparator.comparing(KindName::group).thenComparing(KindName::kind);

    private final List<KindName> names;
    private final List<KindName> rowNames;
    private final Map<String, KindName> byId;
    private final Function<KindName, AzureKind> reader;
    private final Map<String, AzureKind> rows = new ConcurrentHashMap<>();

    private Catalog(List<KindName> names, Function<KindName, AzureKind> reader) {
        this.rowNames = List.copyOf(names);
        this.names =
                Stream.concat(Stream.of(ArmResourceKind.NAME), names.stream())
                        .sorted(ORDER)
                        .toList();
        this.reader = reader;
        byId = this.names.stream().collect(toUnmodifiableMap(KindName::id, identity()));
    }

    /** Makes a catalog of these rows, for tests. */
    public static Catalog of(List<AzureKind> kinds) {
        var rows = kinds.stream().collect(toUnmodifiableMap(AzureKind::id, identity()));
        return new Catalog(kinds.stream().map(KindName::of).toList(), name -> rows.get(name.id()));
    }

    /** The catalog on the class path; its index is read once. */
    public static Catalog load() {
        return Loaded.CATALOG;
    }

    /**
     * The row of an object. Where the kind is {@link ArmResourceKind}, that of the type that the
     * object names. Empty when the catalog does not have the kind.
     *
     * @param object the object, whose spec is read
     */
    public Optional<AzureKind> row(String group, String kind, Map<String, Object> object) {
        return find(group, kind)
                .map(
                        row ->
                                row.isOpen()
                                        ? ArmResourceKind.of(Fields.spec(object), this::serving)
                                        : row);
    }

    /** The kind for resources of an ARM type, in any case; empty when the catalog has none. */
    public Optional<AzureKind> serving(String armType) {
        return rowNames.stream()
                .filter(each -> each.armType().equalsIgnoreCase(armType))
                .findFirst()
                .map(this::row)
                .filter(AzureKind::inArm);
    }

    /** The row of a kind, or empty when the catalog has none. */
    public Optional<AzureKind> find(String group, String kind) {
        return Optional.ofNullable(byId.get(kind + "." + group)).map(this::row);
    }

    /** Whether the catalog has a kind; reads no row. */
    public boolean has(String group, String kind) {
        return byId.containsKey(kind + "." + group);
    }

    /** Every kind, in the order of group and kind. */
    public List<KindName> names() {
        return names;
    }

    /** Every row of one ARM type, in the order of group and kind. */
    public List<AzureKind> kinds() {
        return rowNames.stream().map(this::row).toList();
    }

    private AzureKind row(KindName name) {
        return name.equals(ArmResourceKind.NAME)
                ? ArmResourceKind.ANY
                : rows.computeIfAbsent(name.id(), any -> reader.apply(name));
    }

    /**
     * Holds the catalog. It is read at first use, so commands that need no catalog do not read it.
     */
    private static final class Loaded {
        private static final Catalog CATALOG =
                new Catalog(CatalogFiles.index(), CatalogFiles::kind);
    }
}
