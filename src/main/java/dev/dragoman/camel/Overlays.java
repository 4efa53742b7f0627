package dev.dragoman.camel;

import dev.dragoman.capability.Point;
import dev.dragoman.capability.Points;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.main.DefaultRoutesCollector;
import org.apache.camel.main.RoutesCollector;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * Routes and kamelets of a platform team. A file with the name of a built-in one replaces it,
 * others are added; of two directories the first that has a file wins.
 *
 * @param directories where to look; those that do not exist hold nothing
 */
public record Overlays(List<Path> directories) {
    /** Environment variable that names the directory. */
    public static final String VARIABLE = "DRAGOMAN_OVERLAYS";

    private static final String DEFAULT = "/etc/dragoman/overlays";

    /** Comment of a file that adds objects: they restrict what runs. */
    public static final String RESTRICTS = "# dragoman.dev/restricts: true";

    /** Name under which the running operator knows its overlays. */
    public static final String BEAN = "overlays";

    /** Where the built-in routes are. */
    public static final String BUILT_IN_ROUTES = "classpath:routes/*.camel.yaml";

    private static final String ROUTE = ".camel.yaml";
    private static final String KAMELET = ".kamelet.yaml";
    private static final String STEPS = ".steps.yaml";

    /** What becomes of a namespace; no route, and read by its own reader. */
    private static final String NAMESPACE = "namespace.template.yaml";

    public Overlays {
        directories = List.copyOf(directories);
    }

    /**
     * The directory that the environment names, or the one a ConfigMap is mounted at.
     *
     * @throws IllegalArgumentException when the environment names what is no directory
     */
    public static Overlays of(Map<String, String> environment) {
        var named = environment.getOrDefault(VARIABLE, "").strip();
        if (!named.isEmpty() && !Files.isDirectory(Path.of(named))) {
            throw new IllegalArgumentException(
                    "%s: %s is no directory; mount the overlays there, or unset it"
                            .formatted(VARIABLE, named));
        }
        return new Overlays(List.of(Path.of(named.isEmpty() ? DEFAULT : named)));
    }

    /** Route files by name. */
    public List<Path> routes() {
        return files(name -> name.endsWith(ROUTE));
    }

    /** Kamelet files by name. */
    public List<Path> kamelets() {
        return files(name -> name.endsWith(KAMELET));
    }

    /**
     * Steps that a file adds to an extension point.
     *
     * @param path where it is
     * @param point such as {@code azure-desired}
     * @param name by which the files of a point are ordered
     */
    public record Steps(Path path, String point, String name) {
        /** Of {@code POINT.NAME.steps.yaml}; empty for another name. */
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

        /** Id of the route that it becomes, and name of the address that it begins with. */
        public String id() {
            return point + "." + name;
        }
    }

    /** Files of steps, in the order in which those of a point run. */
    public List<Steps> steps() {
        return files(name -> name.endsWith(STEPS)).stream()
                .flatMap(path -> Steps.of(path).stream())
                .sorted(Comparator.comparing(Steps::name))
                .toList();
    }

    /** Files that run at an extension point, in their order; empty where nobody added any. */
    public List<Path> at(String point) {
        var kamelet = file(point + KAMELET);
        return kamelet.isPresent()
                ? List.of(kamelet.get())
                : steps().stream()
                        .filter(each -> each.point().equals(point))
                        .map(Steps::path)
                        .toList();
    }

    /** Which extension points anything runs in. */
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
                        .filter(this::restrict)
                        .collect(Collectors.toUnmodifiableSet());
        return new Points() {
            @Override
            public boolean used(String capability, Point point) {
                return used.contains(capability + "-" + point.text());
            }

            @Override
            public boolean restrict(String capability) {
                return restricting.contains(capability);
            }
        };
    }

    /**
     * Whether a file that adds objects for the capability says among its first comments {@link
     * #RESTRICTS}: what it adds restricts what runs.
     */
    public boolean restrict(String capability) {
        return at(capability + "-" + Point.OBJECTS.text()).stream().anyMatch(Overlays::restricts);
    }

    private static boolean restricts(Path path) {
        return comments(path).contains(RESTRICTS);
    }

    /** The comments that a file begins with; none of one that cannot be read. */
    public static List<String> comments(Path path) {
        try (var lines = Files.lines(path)) {
            return lines.takeWhile(line -> line.startsWith("#")).map(String::strip).toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    /**
     * YAML files whose names nothing reads: a misspelt name would otherwise do nothing, silently.
     */
    public List<Path> strays() {
        return files(name -> isYaml(name) && !isRead(name));
    }

    private static boolean isYaml(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    /** Other files, and directories, in which nobody looks. */
    public List<Path> ignored() {
        var found = new ArrayList<>(files(name -> !isYaml(name)));
        found.addAll(entries(any -> true, Files::isDirectory));
        return found;
    }

    /**
     * Files of a name that an earlier directory has too, with the file that is in force.
     *
     * @param path what is not read
     * @param by what is read in its place
     */
    public record Shadowed(Path path, Path by) {}

    /** What is not read because an earlier directory has a file of the name. */
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
     * Links to files outside of their directory, which are not read: whoever may write here may not
     * read all that this process can.
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

    /** The file of that name, neither route nor kamelet: what a capability takes from a file. */
    public Optional<Path> file(String name) {
        return directories.stream()
                .filter(directory -> isWithin(directory, directory.resolve(name)))
                .map(directory -> directory.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Who runs at an extension point, for people. */
    public String runningAt(String point) {
        return at(point).stream().map(Path::toString).collect(Collectors.joining(" with "));
    }

    /** Who runs under that name: the overlay, or else the built-in file. */
    public String inUse(String name) {
        return file(name).map(Path::toString).orElse("the built-in " + name);
    }

    /** Whether nothing is laid over the built-in behaviour. */
    public boolean isEmpty() {
        return routes().isEmpty() && kamelets().isEmpty() && steps().isEmpty();
    }

    /** For {@code camel.component.kamelet.location}: the first location that has the file wins. */
    public String kameletLocation() {
        var locations = new ArrayList<String>();
        directories.stream()
                .filter(Files::isDirectory)
                .forEach(d -> locations.add("file:" + d.toAbsolutePath()));
        locations.add("classpath:kamelets");
        return String.join(",", locations);
    }

    /** Finds the routes for Camel, the overlays in place of what they replace. */
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
            // a mounted ConfigMap has its files as links, and their targets below ..data
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
