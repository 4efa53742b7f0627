package dev.dragoman.tier;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The longest classes begin first, by {@link Seconds}: what begins last is what all others wait
 * for. Classes that share a lock are put so far apart that hardly one waits for another, since who
 * waits for a lock keeps a worker from all others.
 */
public final class LongestFirst implements ClassOrderer {
    /** As junit-platform.properties has it. */
    private static final int WORKERS = 4;

    @Override
    public void orderClasses(ClassOrdererContext context) {
        var classes = context.getClassDescriptors();
        var places = new HashMap<String, Integer>();
        for (var each : order(classes.stream().map(LongestFirst::plan).toList())) {
            places.put(each.name(), places.size());
        }
        classes.sort(Comparator.comparingInt(each -> places.get(name(each))));
    }

    /** A class, how long it takes, and what it locks. */
    record Plan(String name, double seconds, Set<String> locks) {}

    private static Plan plan(ClassDescriptor each) {
        var locks =
                each.findRepeatableAnnotations(ResourceLock.class).stream()
                        .map(ResourceLock::value)
                        .collect(Collectors.toSet());
        return new Plan(name(each), Seconds.of(name(each)), locks);
    }

    private static String name(ClassDescriptor each) {
        return each.getTestClass().getName();
    }

    /**
     * Plays the run: whenever a worker is free it takes the longest class whose locks are free by
     * then, or where there is none, the one whose locks are free first.
     */
    static List<Plan> order(List<Plan> classes) {
        var left =
                new ArrayList<>(
                        classes.stream()
                                .sorted(
                                        Comparator.comparingDouble(Plan::seconds)
                                                .reversed()
                                                .thenComparing(Plan::name))
                                .toList());
        var workers = new PriorityQueue<>(Collections.nCopies(WORKERS, 0.0));
        var free = new HashMap<String, Double>();
        var order = new ArrayList<Plan>();
        while (!left.isEmpty()) {
            double now = workers.remove();
            var next =
                    left.stream()
                            .filter(each -> free(each, free) <= now)
                            .findFirst()
                            .orElseGet(
                                    () ->
                                            Collections.min(
                                                    left,
                                                    Comparator.comparingDouble(
                                                            each -> free(each, free))));
            left.remove(next);
            order.add(next);
            double end = Math.max(now, free(next, free)) + next.seconds();
            next.locks().forEach(lock -> free.put(lock, end));
            workers.add(end);
        }
        return order;
    }

    /** When all locks of the class are free. */
    private static double free(Plan plan, Map<String, Double> free) {
        return plan.locks().stream()
                .mapToDouble(each -> free.getOrDefault(each, 0.0))
                .max()
                .orElse(0);
    }
}
