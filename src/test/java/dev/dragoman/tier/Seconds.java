package dev.dragoman.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long each class of integration tests took once, beside others ({@code
 * tier/seconds.properties}, which {@code tools/checks/Seconds.java} writes). Only their order and
 * their parts follow from it.
 */
final class Seconds {
    /** Of a class that was never measured. */
    private static final double USUAL = 20;

    private static final SortedMap<String, Double> KNOWN = read();

    private Seconds() {}

    static double of(String className) {
        return KNOWN.getOrDefault(className, USUAL);
    }

    /** By class. */
    static SortedMap<String, Double> known() {
        return new TreeMap<>(KNOWN);
    }

    private static SortedMap<String, Double> read() {
        try (var in = Seconds.class.getResourceAsStream("/tier/seconds.properties")) {
            var properties = new Properties();
            properties.load(in);
            var known = new TreeMap<String, Double>();
            for (Map.Entry<Object, Object> each : properties.entrySet()) {
                known.put((String) each.getKey(), Double.valueOf((String) each.getValue()));
            }
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
