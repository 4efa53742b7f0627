package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.watch.KindInformer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Metric of objects by kind and by their condition Ready. Counts what the informers hold, so it
 * costs no request. Counts only kinds that a CRD defines, and not Namespaces or ConfigMaps. Only
 * the leader counts, so that a sum over the replicas counts each object once. Thread-safe.
 */
public final class CountedObjects {
    /** Maximum number of series for one kind and status; the rarest reasons share a series. */
    static final int MOST_REASONS = 20;

    private final MultiGauge gauge;
    private volatile Map<Tags, Integer> values = Map.of();

    public CountedObjects(MeterRegistry registry) {
        gauge =
                MultiGauge.builder("dragoman_objects")
                        .description("Objects by kind and what their condition Ready says")
                        .register(registry);
    }

    /** Updates the metric. To be called every few seconds. */
    public synchronized void show(boolean leading, List<KindInformer> informers) {
        var before = values.keySet();
        var now = leading ? count(informers) : Map.<Tags, Integer>of();
        values = now;
        if (!now.keySet().equals(before)) {
            // rows that are registered already read their current value at each scrape
            gauge.register(
                    now.keySet().stream()
                            .<MultiGauge.Row<?>>map(
                                    tags -> MultiGauge.Row.of(tags, () -> value(tags)))
                            .toList(),
                    false);
        }
    }

    private Number value(Tags tags) {
        return values.getOrDefault(tags, 0);
    }

    private static Map<Tags, Integer> count(List<KindInformer> informers) {
        var wide =
                informers.stream()
                        .filter(CountedObjects::seesAll)
                        .map(each -> each.kind().id())
                        .collect(Collectors.toSet());
        var kinds = new HashMap<GroupKind, Map<String, Map<String, Integer>>>();
        for (var informer : informers) {
            var kind = informer.kind();
            // objects that an informer for all namespaces sees are counted there
            if (kind.custom() && (seesAll(informer) || !wide.contains(kind.id()))) {
                var states = kinds.computeIfAbsent(kind.id(), any -> new TreeMap<>());
                informer.store()
                        .ready()
                        .forEach(
                                (ready, n) ->
                                        states.computeIfAbsent(
                                                        ready.status(), any -> new TreeMap<>())
                                                .merge(ready.reason(), n, Integer::sum));
            }
        }
        var all = new HashMap<Tags, Integer>();
        kinds.forEach(
                (kind, states) ->
                        states.forEach(
                                (status, reasons) ->
                                        bounded(reasons)
                                                .forEach(
                                                        (reason, n) ->
                                                                all.put(
                                                                        tags(kind, status, reason),
                                                                        n))));
        return all;
    }

    private static boolean seesAll(KindInformer informer) {
        return informer.scope().namespace().isEmpty();
    }

    private static Tags tags(GroupKind kind, String status, String reason) {
        return Tags.of(
                "group", kind.group(), "kind", kind.kind(), "ready", status, "reason", reason);
    }

    /** The most frequent reasons, and the sum of all other reasons. */
    static Map<String, Integer> bounded(Map<String, Integer> reasons) {
        if (reasons.size() <= MOST_REASONS) {
            return reasons;
        }
        var most =
                reasons.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Integer>comparingByValue(
                                                Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MOST_REASONS - 1)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        var some = new TreeMap<String, Integer>();
        reasons.forEach(
                (reason, n) ->
                        some.merge(
                                most.contains(reason) ? reason : ReadyCounts.Ready.OTHER,
                                n,
                                Integer::sum));
        return some;
    }
}
