package dev.dragoman.azure;

import dev.dragoman.azure.decision.Step;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.PassExchange;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;

/** The steps of route {@code azure} with a mistake that undisturbed no one would notice. */
public final class PlantedAzure {
    /** Mistakes that operators have had. */
    public enum Bug {
        /** The first request goes out before the finalizer is there. */
        SENDS_BEFORE_IT_CLAIMS,
        /** What was read by an earlier pass is good enough for the next, though it wrote since. */
        READS_ITS_OWN_CACHE,
        /** A pass that failed is not tried again. */
        FORGETS_TO_COME_BACK
    }

    private static final String VISIT = "dragoman.azure.visit";
    private static final String POSTPONED = "planted.postponed";

    private final AzureProcessors real;
    private final Bug bug;
    private final Map<ObjectKey, Map<String, Object>> cache = new ConcurrentHashMap<>();

    public PlantedAzure(AzureProcessors real, Bug bug) {
        this.real = real;
        this.bug = bug;
    }

    /** As the route calls it. */
    public void observe(Exchange exchange) {
        var pass = PassExchange.pass(exchange);
        if (bug == Bug.READS_ITS_OWN_CACHE) {
            var read =
                    cache.merge(
                            pass.key(),
                            pass.object(),
                            (old, now) -> sameSpec(old, now) ? old : now);
            PassExchange.begin(
                    exchange,
                    new Pass(
                            pass.key(),
                            pass.number(),
                            pass.cause(),
                            read,
                            pass.uid(),
                            pass.deadline()));
        }
        real.observe(exchange);
    }

    private static boolean sameSpec(Map<String, Object> old, Map<String, Object> now) {
        return Objects.equals(old.get("spec"), now.get("spec"))
                && Objects.equals(of(old, "uid"), of(now, "uid"))
                && Objects.equals(of(old, "deletionTimestamp"), of(now, "deletionTimestamp"));
    }

    private static Object of(Map<String, Object> object, String name) {
        return object.get("metadata") instanceof Map<?, ?> metadata ? metadata.get(name) : null;
    }

    /** As the route calls it. */
    public void addTag(Exchange exchange) {
        real.addTag(exchange);
    }

    /** As the route calls it. */
    public void decide(Exchange exchange) {
        real.decide(exchange);
    }

    /** As the route calls it. */
    public void act(Exchange exchange) {
        var visit = exchange.getProperty(VISIT, Visit.class);
        if (bug == Bug.SENDS_BEFORE_IT_CLAIMS && visit.step instanceof Step.Claim) {
            visit.progress = visit.progress.withClaim();
            exchange.setProperty(POSTPONED, visit.step);
            return;
        }
        real.act(exchange);
    }

    /** As the route calls it. */
    public void record(Exchange exchange) {
        var visit = exchange.getProperty(VISIT, Visit.class);
        if (exchange.getProperty(POSTPONED) instanceof Step.Claim claim) {
            var finish = visit.step;
            var progress = visit.progress;
            visit.step = claim;
            real.act(exchange);
            visit.progress = progress;
            visit.step = finish;
        }
        real.record(exchange);
        if (bug == Bug.READS_ITS_OWN_CACHE && visit != null) {
            cache.put(visit.pass.key(), visit.object);
        }
    }

    /** As the route calls it. */
    public void failed(Exchange exchange) {
        real.failed(exchange);
        if (bug == Bug.FORGETS_TO_COME_BACK) {
            exchange.setProperty(Outcomes.OUTCOME, Outcome.done());
        }
    }

    /** As the route calls it. */
    public void forget(Exchange exchange) {
        cache.remove(PassExchange.pass(exchange).key());
        real.forget(exchange);
    }
}
