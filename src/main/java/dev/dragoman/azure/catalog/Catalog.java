package dev.dragoman.azure.catalog;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All Azure kinds this build knows. Immutable, thread-safe. */
public final class Catalog {
    private final List<AzureKind> kinds;
    private final Map<String, AzureKind> byId;

    private Catalog(List<AzureKind> kinds) {
        this.kinds = List.copyOf(kinds);
        byId = this.kinds.stream().collect(toUnmodifiableMap(AzureKind::id, identity()));
    }

    /** A catalog of these rows. */
    public static Catalog of(List<AzureKind> kinds) {
        return new Catalog(kinds);
    }

    /** The catalog on the class path, read once. */
    public static Catalog load() {
        return Loaded.CATALOG;
    }

    /** The row of a kind, or empty when the catalog has none. */
    public Optional<AzureKind> find(String group, String kind) {
        return Optional.ofNullable(byId.get(kind + "." + group));
    }

    /** Every row, in the order of group and kind. */
    public List<AzureKind> kinds() {
        return kinds;
    }

    /** Read at first use, so that commands that need no catalog do not pay for it. */
    private static final class Loaded {
        private static final Catalog CATALOG = of(CatalogFiles.kinds());
    }
}
