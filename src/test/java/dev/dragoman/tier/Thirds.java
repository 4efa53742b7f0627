package dev.dragoman.tier;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * One third of the classes of a tier, by the system property {@code dragoman.third}; all of them
 * where it is absent or {@code all}. Each class is in exactly one third, and the thirds take about
 * the same time. What looks at the tests before it ({@link Witness}) runs with each, and so do the
 * classes whose simple names are in {@code dragoman.also}, with commas between.
 */
public final class Thirds implements PostDiscoveryFilter {
    private static final int PARTS = 3;

    private final Optional<Integer> wanted;
    private final Map<String, Integer> parts;
    private final Set<String> also;

    /** Called by JUnit. */
    public Thirds() {
        this(
                System.getProperty("dragoman.third", "all"),
                System.getProperty("dragoman.also", ""),
                Seconds.known());
    }

    Thirds(String third, String also, Map<String, Double> seconds) {
        this.also = Set.of(also.split(",", -1));
        wanted = third.equals("all") ? Optional.empty() : Optional.of(Integer.valueOf(third));
        if (wanted.filter(each -> each < 0 || each >= PARTS).isPresent()) {
            throw new IllegalArgumentException("there is no third " + third + "; use 0, 1 or 2");
        }
        parts = wanted.isEmpty() ? Map.of() : parts(seconds);
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
