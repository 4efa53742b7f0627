package dev.dragoman.azure;

import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;

/** The steps of route {@code azure} with a mistake that undisturbed no one would notice. */
public final class PlantedAzure {
    /** Mistakes that operators have had. */
    public enum Bug {
        /** The first request goes out before the finalizer is there. */
        SENDS_BEFORE_IT_CLAIMS,
        /**
         * What was read by an earlier reconciliation is good enough for the next, though it wrote
         * since.
         */
        READS_ITS_OWN_CACHE,
        /** A reconciliation that failed is not tried again. */
        FORGETS_TO_COME_BACK
    }

    private final CapabilityProcessors real;
    private final Bug bug;
    private final Map<ObjectKey, Map<String, Object>> cache = new ConcurrentHashMap<>();

    private PlantedAzure(CapabilityProcessors real, Bug bug) {
        this.real = real;
        this.bug = bug;
    }

    /** Beans of the route, the loop with the bug. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> beans(Platform platform, AzureSettings settings, Bug bug) {
        var installed = new AzureCapabilities(settings, Optional.empty()).install(platform);
        var steps = (AzureSteps) installed.beans().get("azureSteps");
        var shipped = (Capability<AzureObservation>) installed.capabilities().getFirst();
        var capability =
                bug == Bug.SENDS_BEFORE_IT_CLAIMS
                        ? new ClaimsLate(shipped, steps, ConcurrentHashMap.newKeySet())
                        : shipped;
        var loop = new Loop<>(capability, platform.core());
        return Map.of(
                "azure",
                new PlantedAzure(
                        new CapabilityProcessors(loop, (StepLines) platform.lines(), any -> {}),
                        bug),
                FailureProcessors.NAME,
                new Failures(bug),
                "azureSteps",
                steps,
                ArmSender.BEAN,
                installed.beans().get(ArmSender.BEAN));
    }

    /** Claims when all else is done. */
    private record ClaimsLate(
            Capability<AzureObservation> real, AzureSteps steps, Set<ObjectKey> postponed)
            implements Capability<AzureObservation> {
        private static final AzureStep.Claim CLAIM = new AzureStep.Claim(Optional.empty());

        @Override
        public Declaration declaration() {
            return real.declaration();
        }

        @Override
        public Optional<Observed<AzureObservation>> observe(Reconciliation reconciliation) {
            postponed.remove(reconciliation.key());
            return real.observe(reconciliation);
        }

        @Override
        public AzureObservation wanted(AzureObservation facts, Object wanted) {
            return real.wanted(facts, wanted);
        }

        @Override
        public dev.dragoman.capability.Step decide(AzureObservation facts, Results results) {
            var step = real.decide(facts, results);
            if (!(step instanceof AzureStep.Claim)) {
                return step;
            }
            postponed.add(facts.key());
            return real.decide(facts, results.with(CLAIM, AzureProgress.Mark.CLAIMED));
        }

        @Override
        public boolean yields(dev.dragoman.capability.Step step, Object result) {
            return real.yields(step, result);
        }

        @Override
        public Ending ending(Context<AzureObservation> context, Finish finish) {
            return real.ending(context, finish);
        }

        @Override
        public void ended(Context<AzureObservation> context, Finish finish) {
            if (postponed.remove(context.reconciliation().key())) {
                var _ = steps.claim(new StepCall<>(context, CLAIM));
            }
            real.ended(context, finish);
        }

        @Override
        public void forget(ObjectKey key) {
            real.forget(key);
        }
    }

    /** As the route calls it. */
    public void observe(Exchange exchange) {
        var reconciliation = ReconciliationExchange.reconciliation(exchange);
        if (reconciliation.gone()) {
            cache.remove(reconciliation.key());
        } else if (bug == Bug.READS_ITS_OWN_CACHE) {
            var read =
                    cache.merge(
                            reconciliation.key(),
                            reconciliation.object(),
                            (old, now) -> sameSpec(old, now) ? old : now);
            ReconciliationExchange.begin(
                    exchange,
                    new Reconciliation(
                            reconciliation.key(),
                            reconciliation.number(),
                            reconciliation.cause(),
                            read,
                            reconciliation.uid(),
                            reconciliation.deadline()));
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
    public void end(Exchange exchange) {
        real.end(exchange);
    }

    /** As the route calls it. */
    public void record(Exchange exchange) {
        real.record(exchange);
        var reconciliation = ReconciliationExchange.reconciliation(exchange);
        if (bug == Bug.READS_ITS_OWN_CACHE && !reconciliation.gone()) {
            cache.put(reconciliation.key(), ReconciliationExchange.object(exchange));
        }
    }

    /** What is done after a failure. */
    public static final class Failures {
        private final FailureProcessors real = new FailureProcessors();
        private final Bug bug;

        Failures(Bug bug) {
            this.bug = bug;
        }

        /** As the route calls it. */
        public void failed(Exchange exchange) throws Exception {
            real.failed(exchange);
            if (bug == Bug.FORGETS_TO_COME_BACK) {
                Outcomes.set(exchange, Outcome.done());
            }
        }

        /** As the route calls it. */
        public void show(Exchange exchange) {
            real.show(exchange);
        }
    }
}
