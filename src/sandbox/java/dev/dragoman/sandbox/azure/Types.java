package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The resource types: the catalog's rows joined with those of {@code behaviour.json}. */
public final class Types {
    private final Map<String, Type> byType = new ConcurrentHashMap<>();
    private final Map<String, String> namespaces = new ConcurrentSkipListMap<>();
    private final List<Behaviour> behaviours;
    private final Map<String, String> locations = new LinkedHashMap<>();

    /**
     * A resource type.
     *
     * @param name in the catalog's spelling
     * @param versions by api-version; the value is null if only {@code behaviour.json} names the
     *     api-version
     * @param kinds the catalog's rows; empty for a type that only {@code behaviour.json} has
     */
    record Type(String name, Map<String, AzureVersion> versions, List<AzureKind> kinds) {
        Optional<AzureVersion> version(String apiVersion) {
            return Optional.ofNullable(versions.get(apiVersion));
        }

        /**
         * The version with its body fields. For an api-version without body fields, the newest
         * version.
         */
        Optional<AzureVersion> usable(String apiVersion) {
            return version(apiVersion)
                    .or(() -> kinds.stream().findFirst().map(AzureKind::newest));
        }

        boolean offers(AzureKind.Verb verb) {
            return kinds.isEmpty() || kinds.stream().anyMatch(k -> k.verbs().contains(verb));
        }

        boolean extension() {
            return kinds.isEmpty()
                    || kinds.stream().anyMatch(k -> k.scope() != AzureKind.Scope.RESOURCE_GROUP);
        }

        Optional<String> fixedName() {
            return kinds.stream().map(AzureKind::fixedName).flatMap(Optional::stream).findFirst();
        }

        String namespace() {
            return name.substring(0, name.indexOf('/'));
        }

        /** The type without its namespace. */
        String path() {
            return name.substring(name.indexOf('/') + 1);
        }
    }

    /** The content of {@code behaviour.json}. */
    private record File(
            Map<String, String> locations, List<Behaviour> types, String notes) {}

    Types(Catalog catalog) {
        var file = read();
        behaviours = file.types();
        locations.putAll(file.locations());
        catalog.kinds().stream().filter(k -> k.armType().contains("/")).forEach(this::add);
        behaviours.stream().filter(b -> !b.versions().isEmpty()).forEach(this::add);
        byType.values().forEach(t -> namespaces.put(lower(t.namespace()), t.namespace()));
    }

    Optional<Type> find(String armType) {
        return Optional.ofNullable(byType.get(lower(armType)));
    }

    /** The namespace in its usual spelling; empty if it is unknown. */
    Optional<String> namespace(String namespace) {
        return Optional.ofNullable(namespaces.get(lower(namespace)));
    }

    Set<String> namespaces() {
        return new TreeSet<>(namespaces.values());
    }

    List<Type> of(String namespace) {
        return byType.values().stream()
                .filter(t -> t.namespace().equalsIgnoreCase(namespace))
                .sorted(Comparator.comparing(Type::name))
                .toList();
    }

    Behaviour behaviour(String armType, String apiVersion) {
        return behaviours.stream()
                .filter(b -> b.serves(armType, apiVersion))
                .findFirst()
                .orElseThrow();
    }

    /** Display names of locations, by {@link #normalLocation}. */
    Map<String, String> locations() {
        return locations;
    }

    static String normalLocation(String location) {
        return lower(location.replace(" ", ""));
    }

    private void add(AzureKind kind) {
        var type =
                byType.computeIfAbsent(
                        lower(kind.armType()),
                        t -> new Type(kind.armType(), new TreeMap<>(), new ArrayList<>()));
        type.kinds().add(kind);
        kind.versions().forEach(v -> type.versions().putIfAbsent(v.apiVersion(), v));
    }

    private void add(Behaviour behaviour) {
        var type =
                byType.computeIfAbsent(
                        lower(behaviour.type()),
                        t -> new Type(behaviour.type(), new TreeMap<>(), new ArrayList<>()));
        behaviour.versions().forEach(v -> type.versions().putIfAbsent(v, null));
    }

    /** Adds a type of which neither the catalog nor {@code behaviour.json} knows anything. */
    public void open(String armType, List<String> apiVersions) {
        var type =
                byType.computeIfAbsent(
                        lower(armType), t -> new Type(armType, new TreeMap<>(), new ArrayList<>()));
        apiVersions.forEach(each -> type.versions().putIfAbsent(each, null));
        namespaces.putIfAbsent(lower(type.namespace()), type.namespace());
    }

    private static File read() {
        try (var in = Types.class.getResourceAsStream("/sandbox/azure/behaviour.json")) {
            return Json.MAPPER
                    .readerFor(File.class)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource sandbox/azure/behaviour.json", e);
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The last segment of a type, such as {@code subnets}. */
    static String last(String armType) {
        return Arrays.asList(armType.split("/", -1)).getLast();
    }
}
