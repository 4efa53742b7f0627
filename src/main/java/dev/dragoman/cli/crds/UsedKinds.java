package dev.dragoman.cli.crds;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.settings.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The kinds of the catalog that manifests use, and their versions. A List in a manifest is read
 * item by item.
 */
public final class UsedKinds {
    private static final String OURS = ".azure.com";

    private final Map<String, Set<String>> versions = new TreeMap<>();
    private final Set<String> unknown = new LinkedHashSet<>();

    private UsedKinds() {}

    /**
     * Reads files, and all {@code .yaml}, {@code .yml} and {@code .json} files of directories.
     *
     * @throws IOException when a file cannot be read
     * @throws IllegalArgumentException when a file is no YAML; the message names the file
     */
    public static UsedKinds of(List<Path> paths) throws IOException {
        var found = new UsedKinds();
        for (Path path : paths) {
            for (Path file : files(path)) {
                found.file(file);
            }
        }
        return found;
    }

    /** Whether the manifests have an object of the kind, {@code Kind.group}. */
    boolean uses(String kind) {
        return versions.containsKey(kind);
    }

    /**
     * Names of the CRD versions of the kind, {@code Kind.group}, that the manifests use; may be
     * empty.
     */
    Set<String> versions(String kind) {
        return versions.getOrDefault(kind, Set.of());
    }

    /**
     * Kinds below azure.com, and versions of them, that the catalog does not have. Each comes with
     * the file, and with the nearest kind or the versions that the catalog has.
     */
    public Set<String> unknown() {
        return unknown;
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
        }
    }

    private void file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Object document : new Load(settings).loadAllFromInputStream(in)) {
                object(document, file, seen);
            }
        } catch (YamlEngineException broken) {
            throw new IllegalArgumentException(
                    "%s is no YAML, and templates must be rendered first: %s"
                            .formatted(file, broken.getMessage().lines().findFirst().orElse("")),
                    broken);
        }
    }

    /**
     * Adds the object, unless {@code seen} has it: a YAML alias may lead back to an object that was
     * read.
     */
    private void object(Object document, Path file, Set<Object> seen) {
        if (!(document instanceof Map<?, ?> object) || !seen.add(object)) {
            return;
        }
        if (object.get("items") instanceof List<?> items) {
            items.forEach(item -> object(item, file, seen));
        }
        String[] api = String.valueOf(object.get("apiVersion")).split("/", 2);
        String kind = String.valueOf(object.get("kind"));
        var known = Catalog.load().find(api[0], kind);
        if (api.length < 2 || (known.isEmpty() && !api[0].endsWith(OURS))) {
            return;
        }
        if (known.isEmpty()) {
            unknown.add(
                    "%s/%s (%s)%s"
                            .formatted(
                                    api[0],
                                    kind,
                                    file,
                                    Nearest.hint(KindPatterns.nearest(api[0], kind))));
            return;
        }
        var used = versions.computeIfAbsent(known.get().id(), id -> new LinkedHashSet<>());
        if (known.get().version(api[1]).isPresent()) {
            used.add(api[1]);
        } else {
            unknown.add(
                    "%s/%s/%s (%s); it has the versions %s"
                            .formatted(
                                    api[0],
                                    api[1],
                                    kind,
                                    file,
                                    known.get().versions().stream()
                                            .flatMap(version -> version.names().stream())
                                            .collect(Collectors.joining(", "))));
        }
    }
}
