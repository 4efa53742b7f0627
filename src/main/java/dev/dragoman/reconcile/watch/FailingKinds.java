package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.EngineHealth;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Metric of kinds that cannot be watched: one series for each kind, as long as its watch fails. */
public final class FailingKinds {
    private final MultiGauge gauge;
    private Set<Tags> shown = Set.of();

    public FailingKinds(MeterRegistry registry) {
        gauge =
                MultiGauge.builder("dragoman_kind_unwatched")
                        .description("1 for a kind that cannot be listed or watched")
                        .register(registry);
    }

    /** Updates the metric. To be called every few seconds. */
    public synchronized void show(List<EngineHealth.KindHealth> kinds) {
        var now = new HashSet<Tags>();
        for (var kind : kinds) {
            if (kind.state() == EngineHealth.State.FAILING) {
                now.add(Tags.of("kind", kind.kind(), "reason", kind.error()));
            }
        }
        if (!now.equals(shown)) {
            gauge.register(now.stream().map(tags -> MultiGauge.Row.of(tags, 1)).toList(), true);
            shown = now;
        }
    }
}
