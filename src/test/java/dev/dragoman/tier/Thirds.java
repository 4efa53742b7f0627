package dev.dragoman.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * One third of the classes of a tier, by the system property {@code dragoman.third}; all of them
 * where it is absent or {@code all}, and none where it is {@code none}. Each class is in exactly
 * one third, and the thirds take about the same time, by the classes that have a test of the tier
 * ({@code dragoman.tier}). What looks at the tests before it ({@link Witness}) runs with each, and
 * so do the classes whose simple names are in {@code dragoman.also}, with commas between.
 */
public final class Thirds implements PostDiscoveryFilter {
    private static final int PARTS = 3;
    private static final int NONE = -1;

    private final Optional<Integer> wanted;
    private final Map<String, Integer> parts;
    private final Set<String> also;

    /** Called by JUnit. */
    public Thirds() {
        this(
                System.getProperty("dragoman.third", "all"),
                System.getProperty("dragoman.also", ""),
                () -> ofTier(System.getProperty("dragoman.tier", ""), Seconds.known()));
    }

    Thirds(String third, String also, Supplier<Map<String, Double>> seconds) {
        this.also =
                Stream.of(also.split(",", -1))
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.toSet());
        refuseUnknown(this.also);
        wanted =
                switch (third) {
                    case "all" -> Optional.empty();
                    case "none" -> Optional.of(NONE);
                    case "0", "1", "2" -> Optional.of(Integer.valueOf(third));
                    default ->
                            throw new IllegalArgumentException(
                                    "there is no third " + third + "; use 0, 1, 2, all or none");
                };
        parts = wanted.isEmpty() ? Map.of() : parts(seconds.get());
    }

    /** A test that is named and not there would be left out without a word. */
    private static void refuseUnknown(Set<String> names) {
        if (names.isEmpty()) {
            return;
        }
        var unknown = new TreeSet<>(names);
        try (var files = Files.walk(Path.of("src/test/java"))) {
            files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(".java"))
                    .forEach(each -> unknown.remove(each.substring(0, each.length() - 5)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("there are no tests " + unknown);
        }
    }

    /**
     * The time of each class with a test of the tier. What runs with all parts has none, and what
     * runs with another class adds to the time of that.
     *
     * @param tier as {@code full} or {@code landing | full}
     */
    static Map<String, Double> ofTier(String tier, Map<String, Double> seconds) {
        var tags = Set.of(tier.split("\\W+", -1));
        var found = new TreeMap<String, Double>();
        seconds.forEach(
                (name, each) ->
                        ReflectionSupport.tryToLoadClass(name)
                                .toOptional()
                                .filter(type -> has(type, tags))
                                .flatMap(Thirds::decisive)
                                .ifPresent(type -> found.merge(type.getName(), each, Double::sum)));
        return found;
    }

    private static boolean has(Class<?> type, Set<String> tags) {
        var tests =
                ReflectionSupport.findMethods(
                        type,
                        method -> AnnotationSupport.isAnnotated(method, Testable.class),
                        HierarchyTraversalMode.TOP_DOWN);
        return Stream.concat(Stream.of(type), tests.stream())
                .flatMap(
                        each ->
                                AnnotationSupport.findRepeatableAnnotations(each, Tag.class)
                                        .stream())
                .anyMatch(each -> tags.contains(each.value()));
    }

    /** The longest first, each to the part that has the least so far. */
    private static Map<String, Integer> parts(Map<String, Double> seconds) {
        var parts = new HashMap<String, Integer>();
        var sums = new double[PARTS];
        seconds.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Double>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .forEach(
                        each -> {
                            int least = 0;
                            for (int part = 1; part < PARTS; part++) {
                                least = sums[part] < sums[least] ? part : least;
                            }
                            sums[least] += each.getValue();
                            parts.put(each.getKey(), least);
                        });
        return parts;
    }

    /** Whether the class is in the third that is wanted. */
    boolean has(String className) {
        return wanted.isEmpty()
                || also.contains(className.substring(className.lastIndexOf('.') + 1))
                || wanted.get()
                        .equals(
                                parts.getOrDefault(
                                        className, Math.floorMod(className.hashCode(), PARTS)));
    }

    @Override
    public FilterResult apply(TestDescriptor descriptor) {
        return descriptor
                .getSource()
                .flatMap(Thirds::type)
                .flatMap(Thirds::decisive)
                .map(each -> FilterResult.includedIf(has(each.getName())))
                .orElseGet(() -> FilterResult.included("no class of a third"));
    }

    /** Whose third it is; empty for what runs with each. */
    private static Optional<Class<?>> decisive(Class<?> type) {
        var other = AnnotationSupport.findAnnotation(type, SameThird.class);
        if (other.isPresent()) {
            return other.map(SameThird::value);
        }
        return AnnotationSupport.isAnnotated(type, Witness.class)
                ? Optional.empty()
                : Optional.of(type);
    }

    private static Optional<Class<?>> type(TestSource source) {
        return switch (source) {
            case ClassSource type -> Optional.of(type.getJavaClass());
            case MethodSource method -> Optional.of(method.getJavaClass());
            default -> Optional.empty();
        };
    }
}
