package dev.dragoman.azure.catalog;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * All Azure kinds that this build knows. The row of a kind is read when it is first needed, because
 * a cluster uses few of the kinds. Thread-safe.
 */
public final class Catalog {
    private final List<KindName> names;
    private final Map<String, KindName> byId;
    private final Function<KindName, AzureKind> reader;
    private final Map<String, AzureKind> rows = new ConcurrentHashMap<>();

    private Catalog(List<KindName> names, Function<KindName, AzureKind> reader) {
        this.names = List.copyOf(names);
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

    /** Every row, in the order of group and kind. */
    public List<AzureKind> kinds() {
        return names.stream().map(this::row).toList();
    }

    private AzureKind row(KindName name) {
        return rows.computeIfAbsent(name.id(), any -> reader.apply(name));
    }

    /**
     * Holds the catalog. It is read at first use, so commands that need no catalog do not read it.
     */
    private static final class Loaded {
        private static final Catalog CATALOG =
                new Catalog(CatalogFiles.index(), CatalogFiles::kind);
    }
}
