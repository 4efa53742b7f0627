package dev.dragoman.camel;

import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Points;
import dev.dragoman.settings.SettingValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
 * The files of a platform team: routes, kamelets and steps. A file with the name of a built-in file
 * replaces that file; other files are added. If several directories have a file of the same name,
 * the file of the first directory is read.
 *
 * @param directories the directories with the files; a directory that does not exist counts as
 *     empty
 */
public record Overlays(List<Path> directories) {
    /** Environment variable with the path of the overlay directory. */
    public static final String VARIABLE = "DRAGOMAN_OVERLAYS";

    private static final String DEFAULT = "/etc/dragoman/overlays";

    /**
     * Comment in a file of steps. It declares that the objects which these steps add restrict the
     * workload.
     */
    public static final String RESTRICTS = "# dragoman.dev/restricts: true";

    /** Name of the overlays in the registry. */
    public static final String BEAN = "overlays";

    /** Pattern of the built-in route files. */
    public static final String BUILT_IN_ROUTES = "classpath:routes/*.camel.yaml";

    private static final String ROUTE = ".camel.yaml";
    private static final String KAMELET = ".kamelet.yaml";
    private static final String STEPS = ".steps.yaml";

    /** Files that capabilities read, besides the template of namespaces. */
    private static final List<String> OF_CAPABILITIES =
            List.of(".object.yaml", ".rules.yaml", ".status.yaml", "definition.yaml");

    /** Template of namespaces. Not a route; the capability {@code namespaces} reads it. */
    private static final String NAMESPACE = "namespace.template.yaml";

    public Overlays {
        directories = List.copyOf(directories);
    }

    /**
     * Overlays in the directories that the environment variable names, separated by commas; without
     * the variable, in the directory at which the ConfigMap is mounted.
     *
     * @throws IllegalArgumentException when one of the variable's paths is not a directory
     */
    public static Overlays of(Map<String, String> environment) {
        var named = SettingValues.entries(environment.getOrDefault(VARIABLE, ""));
        for (var each : named) {
            if (!Files.isDirectory(Path.of(each))) {
                throw new IllegalArgumentException(
                        "%s: '%s' is not a directory; mount the overlays there, or unset the variable"
                                .formatted(VARIABLE, each));
            }
        }
        return new Overlays(
                (named.isEmpty() ? List.of(DEFAULT) : named).stream().map(Path::of).toList());
    }

    /** Route files. */
    public List<Path> routes() {
        return files(name -> name.endsWith(ROUTE));
    }

    /** The files whose names end so, sorted by name. */
    public List<Path> ending(String suffix) {
        return files(name -> name.endsWith(suffix));
    }

    /** Kamelet files. */
    public List<Path> kamelets() {
        return files(name -> name.endsWith(KAMELET));
    }

    /**
     * A file that adds steps to an extension point.
     *
     * @param path path of the file
     * @param point such as {@code azure-desired}; see {@link Point#files}
     * @param name the part of the file name after the point; files of a point run in the order of
     *     these names
     */
    public record Steps(Path path, String point, String name) {
        /**
         * Parses a file name {@code POINT.NAME.steps.yaml}; empty when the name has another form.
         */
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

        /**
         * Id of the route into which the file is converted, and name of its {@code direct}
         * endpoint.
         */
        public String id() {
            return point + "." + name;
        }

        /** Whether the steps run at the extension point of this id. */
        public boolean runsAt(String id) {
            return Point.files(id).contains(point);
        }
    }

    /** All files of routes, kamelets and steps. */
    public List<Path> files() {
        return Stream.of(routes(), kamelets(), steps().stream().map(Steps::path).toList())
                .flatMap(List::stream)
                .toList();
    }

    /** Files of steps, sorted by name. The files of one point run in this order. */
    public List<Steps> steps() {
        return files(name -> name.endsWith(STEPS)).stream()
                .flatMap(path -> Steps.of(path).stream())
                .sorted(Comparator.comparing(Steps::name).thenComparing(Steps::point))
                .toList();
    }

    /**
     * The files that run at an extension point, in their order: the kamelet that replaces the
     * point, or else the files of steps.
     */
    public List<Path> at(String point) {
        var kamelet = file(point + KAMELET);
        return kamelet.isPresent()
                ? List.of(kamelet.get())
                : steps().stream().filter(each -> each.runsAt(point)).map(Steps::path).toList();
    }

    /** Tells which extension points have files. */
    public Points points() {
        var steps = steps().stream().map(Steps::point).collect(Collectors.toSet());
        var replaced =
                kamelets().stream()
                        .map(path -> path.getFileName().toString())
                        .map(file -> file.substring(0, file.length() - KAMELET.length()))
                        .collect(Collectors.toSet());
        var restricting =
                Stream.concat(steps.stream(), replaced.stream())
                        .distinct()
                        .filter(each -> each.endsWith("-" + Point.OBJECTS.text()))
                        .map(each -> each.substring(0, each.lastIndexOf('-')))
                        .collect(Collectors.toUnmodifiableMap(each -> each, this::restricting));
        return new Points() {
            @Override
            public boolean used(String capability, Point point) {
                var id = capability + "-" + point.text();
                return replaced.contains(id) || Point.files(id).stream().anyMatch(steps::contains);
            }

            @Override
            public Set<String> restricting(String capability) {
                return restricting.getOrDefault(capability, Set.of());
            }
        };
    }

    /**
     * Names of the files at the capability's point {@code objects} that have {@link #RESTRICTS}
     * among their first comments.
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

    /**
     * The comment lines at the beginning of a file, without surrounding white space; empty when the
     * file cannot be read.
     */
    public static List<String> comments(Path path) {
        try (var lines = Files.lines(path)) {
            return lines.takeWhile(line -> line.startsWith("#")).map(String::strip).toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    /**
     * YAML files that are not read because of their names. The check reports them, so that a
     * misspelt name is noticed.
     */
    public List<Path> strays() {
        return files(name -> isYaml(name) && !isRead(name));
    }

    private static boolean isYaml(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    /** Files that are not YAML, and subdirectories. These are not read. */
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
                || OF_CAPABILITIES.stream().anyMatch(name::endsWith)
                || name.equals(NAMESPACE);
    }

    /**
     * YAML files that are links to a file outside the overlay directory. These are not read: a
     * person who may write a link may lack the right to read that file.
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

    /** The file of that name, whatever its type; empty when no directory has such a file. */
    public Optional<Path> file(String name) {
        return directories.stream()
                .filter(directory -> isWithin(directory, directory.resolve(name)))
                .map(directory -> directory.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The paths of the files that run at an extension point, as text for messages. */
    public String runningAt(String point) {
        return at(point).stream().map(Path::toString).collect(Collectors.joining(" with "));
    }

    /**
     * The path of the overlay file of that name, or else the name of the built-in file, as text for
     * messages.
     */
    public String inUse(String name) {
        return file(name).map(Path::toString).orElse("the built-in " + name);
    }

    /** Whether there are no files of routes, kamelets, steps or compositions. */
    public boolean isEmpty() {
        return files().isEmpty()
                && OF_CAPABILITIES.stream().allMatch(each -> ending(each).isEmpty());
    }

    /**
     * Value of the property {@code camel.component.kamelet.location}: the overlay directories, then
     * the built-in kamelets. Camel takes the first file that it finds.
     */
    public String kameletLocation() {
        var locations = new ArrayList<String>();
        directories.stream()
                .filter(Files::isDirectory)
                .forEach(d -> locations.add("file:" + d.toAbsolutePath()));
        locations.add("classpath:kamelets");
        return String.join(",", locations);
    }

    /**
     * Finds the route files for Camel. An overlay file replaces the built-in file of the same name.
     */
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
