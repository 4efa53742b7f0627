package dev.dragoman.camel;

import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Points;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.main.DefaultRoutesCollector;
import org.apache.camel.main.RoutesCollector;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * Routes, kamelets and steps of a platform team. A file with the name of a built-in one replaces
 * it, others are added. If several directories have a file of the same name, the first one counts.
 *
 * @param directories where to look; a directory that does not exist counts as empty
 */
public record Overlays(List<Path> directories) {
    /** Environment variable that names the directory. */
    public static final String VARIABLE = "DRAGOMAN_OVERLAYS";

    private static final String DEFAULT = "/etc/dragoman/overlays";

    /** Comment by which a file says that the objects it adds restrict what runs. */
    public static final String RESTRICTS = "# dragoman.dev/restricts: true";

    /** Name of the overlays in the registry. */
    public static final String BEAN = "overlays";

    /** Where the built-in routes are. */
    public static final String BUILT_IN_ROUTES = "classpath:routes/*.camel.yaml";

    private static final String ROUTE = ".camel.yaml";
    private static final String KAMELET = ".kamelet.yaml";
    private static final String STEPS = ".steps.yaml";

    /** Template of namespaces, which is not a route; another class reads it. */
    private static final String NAMESPACE = "namespace.template.yaml";

    public Overlays {
        directories = List.copyOf(directories);
    }

    /**
     * The directory that the environment names, or the one a ConfigMap is mounted at.
     *
     * @throws IllegalArgumentException when the environment names something that is not a directory
     */
    public static Overlays of(Map<String, String> environment) {
        var named = environment.getOrDefault(VARIABLE, "").strip();
        if (!named.isEmpty() && !Files.isDirectory(Path.of(named))) {
            throw new IllegalArgumentException(
                    "%s: %s is no directory; mount the overlays there, or unset the variable"
                            .formatted(VARIABLE, named));
        }
        return new Overlays(List.of(Path.of(named.isEmpty() ? DEFAULT : named)));
    }

    /** Route files. */
    public List<Path> routes() {
        return files(name -> name.endsWith(ROUTE));
    }

    /** Kamelet files. */
    public List<Path> kamelets() {
        return files(name -> name.endsWith(KAMELET));
    }

    /**
     * A file that adds steps to an extension point.
     *
     * @param path path of the file
     * @param point such as {@code azure-desired}
     * @param name name within the point, by which the files of a point are ordered
     */
    public record Steps(Path path, String point, String name) {
        /** Reads a file name {@code POINT.NAME.steps.yaml}; empty for any other name. */
        public static Optional<Steps> of(Path path) {
            var file = path.getFileName().toString();
            if (!file.endsWith(STEPS)) {
                return Optional.empty();
            }
            var stem = file.substring(0, file.length() - STEPS.length());
            int dot = stem.indexOf('.');
            return dot <= 0 || dot == stem.length() - 1
                    ? Optional.empty()
                    : Optional.of(new Steps(path, stem.substring(0, dot), stem.substring(dot + 1)));
        }

        /** Id of the route that the file becomes, and name of its {@code direct} endpoint. */
        public String id() {
            return point + "." + name;
        }
    }

    /** Files of steps, ordered by name, as those of a point run. */
    public List<Steps> steps() {
        return files(name -> name.endsWith(STEPS)).stream()
                .flatMap(path -> Steps.of(path).stream())
                .sorted(Comparator.comparing(Steps::name))
                .toList();
    }

    /** Files that run at an extension point, in their order. */
    public List<Path> at(String point) {
        var kamelet = file(point + KAMELET);
        return kamelet.isPresent()
                ? List.of(kamelet.get())
                : steps().stream()
                        .filter(each -> each.point().equals(point))
                        .map(Steps::path)
                        .toList();
    }

    /** Tells which extension points have files. */
    public Points points() {
        var used = new HashSet<String>();
        steps().forEach(each -> used.add(each.point()));
        kamelets()
                .forEach(
                        path -> {
                            var file = path.getFileName().toString();
                            used.add(file.substring(0, file.length() - KAMELET.length()));
                        });
        var restricting =
                used.stream()
                        .filter(each -> each.endsWith("-" + Point.OBJECTS.text()))
                        .map(each -> each.substring(0, each.lastIndexOf('-')))
                        .collect(Collectors.toUnmodifiableMap(each -> each, this::restricting));
        return new Points() {
            @Override
            public boolean used(String capability, Point point) {
                return used.contains(capability + "-" + point.text());
            }

            @Override
            public Set<String> restricting(String capability) {
                return restricting.getOrDefault(capability, Set.of());
            }
        };
    }

    /**
     * Names of the files whose objects restrict what runs, of those that add objects for the
     * capability: they have {@link #RESTRICTS} among their first comments.
     */
    public Set<String> restricting(String capability) {
        return at(capability + "-" + Point.OBJECTS.text()).stream()
                .filter(Overlays::restricts)
                .map(each -> each.getFileName().toString())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean restricts(Path path) {
        return comments(path).contains(RESTRICTS);
    }

    /** The comment lines at the beginning of a file; empty when it cannot be read. */
    public static List<String> comments(Path path) {
        try (var lines = Files.lines(path)) {
            return lines.takeWhile(line -> line.startsWith("#")).map(String::strip).toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    /**
     * YAML files that are not read because of their names. They are reported, since a misspelt name
     * would otherwise have no effect without notice.
     */
    public List<Path> strays() {
        return files(name -> isYaml(name) && !isRead(name));
    }

    private static boolean isYaml(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    /** Files that are not YAML, and subdirectories; neither are read. */
    public List<Path> ignored() {
        var found = new ArrayList<>(files(name -> !isYaml(name)));
        found.addAll(entries(any -> true, Files::isDirectory));
        return found;
    }

    /**
     * A file that is not read, because an earlier directory has a file of the same name.
     *
     * @param path the file that is not read
     * @param by the file that is read in its place
     */
    public record Shadowed(Path path, Path by) {}

    /** Files that are not read because an earlier directory has a file of the same name. */
    public List<Shadowed> shadowed() {
        var found = new ArrayList<Shadowed>();
        var first = new LinkedHashMap<String, Path>();
        for (var directory : directories) {
            for (var path : new Overlays(List.of(directory)).files(Overlays::isRead)) {
                var before = first.putIfAbsent(path.getFileName().toString(), path);
                if (before != null) {
                    found.add(new Shadowed(path, before));
                }
            }
        }
        return found;
    }

    private static boolean isRead(String name) {
        return name.endsWith(ROUTE)
                || name.endsWith(KAMELET)
                || (name.endsWith(STEPS) && Steps.of(Path.of(name)).isPresent())
                || name.equals(NAMESPACE);
    }

    /**
     * Links to files outside of their directory. They are not read, since whoever may write a link
     * may not read all files that this process can.
     */
    public List<Path> outside() {
        var found = new ArrayList<Path>();
        for (var directory : directories) {
            list(directory)
                    .filter(f -> isYaml(f.getFileName().toString()) && !isWithin(directory, f))
                    .filter(Files::isRegularFile)
                    .forEach(found::add);
        }
        return found;
    }

    private static boolean isWithin(Path directory, Path file) {
        try {
            return file.toRealPath().startsWith(directory.toRealPath());
        } catch (IOException gone) {
            return false;
        }
    }

    /** The file of that name, of any kind; empty when no directory has it. */
    public Optional<Path> file(String name) {
        return directories.stream()
                .filter(directory -> isWithin(directory, directory.resolve(name)))
                .map(directory -> directory.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The files that run at an extension point, as text for messages. */
    public String runningAt(String point) {
        return at(point).stream().map(Path::toString).collect(Collectors.joining(" with "));
    }

    /** The overlay of that name, or else the built-in file, as text for messages. */
    public String inUse(String name) {
        return file(name).map(Path::toString).orElse("the built-in " + name);
    }

    /** Whether there are no routes, kamelets and steps. */
    public boolean isEmpty() {
        return routes().isEmpty() && kamelets().isEmpty() && steps().isEmpty();
    }

    /** Value of {@code camel.component.kamelet.location}; Camel takes the first file it finds. */
    public String kameletLocation() {
        var locations = new ArrayList<String>();
        directories.stream()
                .filter(Files::isDirectory)
                .forEach(d -> locations.add("file:" + d.toAbsolutePath()));
        locations.add("classpath:kamelets");
        return String.join(",", locations);
    }

    /** Finds the route files for Camel; an overlay replaces the built-in file of its name. */
    public RoutesCollector collector() {
        return new DefaultRoutesCollector() {
            @Override
            public Collection<Resource> findRouteResourcesFromDirectory(
                    CamelContext context, String excludePattern, String includePattern) {
                var found = new LinkedHashMap<String, Resource>();
                for (var resource :
                        super.findRouteResourcesFromDirectory(
                                context, excludePattern, includePattern)) {
                    found.put(fileName(resource.getLocation()), resource);
                }
                for (var file : routes()) {
                    found.put(
                            file.getFileName().toString(),
                            ResourceHelper.resolveResource(
                                    context, "file:" + file.toAbsolutePath()));
                }
                for (var file : steps()) {
                    found.put(file.path().getFileName().toString(), StepsRoute.resource(file));
                }
                return found.values();
            }
        };
    }

    private static String fileName(String location) {
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private List<Path> files(Predicate<String> wanted) {
        return entries(wanted, Files::isRegularFile);
    }

    private List<Path> entries(Predicate<String> wanted, Predicate<Path> which) {
        var found = new LinkedHashMap<String, Path>();
        for (var directory : directories) {
            list(directory)
                    .filter(f -> wanted.test(f.getFileName().toString()))
                    .filter(f -> isWithin(directory, f))
                    .filter(which)
                    .forEach(f -> found.putIfAbsent(f.getFileName().toString(), f));
        }
        return List.copyOf(found.values());
    }

    private static Stream<Path> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.of();
        }
        try (var entries = Files.list(directory)) {
            // in a mounted ConfigMap the files are links to targets below ..data
            return entries
                    .filter(f -> !f.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
