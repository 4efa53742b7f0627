package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.CdTarget.Mode;
import dev.dragoman.agents.decision.PoolDecision;
import dev.dragoman.agents.decision.PoolFacts;
import dev.dragoman.agents.decision.PoolTrouble;
import dev.dragoman.agents.decision.workload.AgentPod;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.agents.pool.PoolRefused;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks the pool which agents are busy, and marks their pods. KEDA counts marked pods, and a
 * ReplicaSet deletes other pods first. Agents of a ScaledJob are not marked, as nothing deletes
 * their Jobs early. Thread-safe.
 */
final class BusyAgents implements Capability<PoolFacts> {
    static final String NAME = "agent-pools";

    static final CapabilityLines LINES =
            CapabilityLines.of(NAME, Line.of("mark", "bean:agentSteps.mark"));

    private final Reader reader;
    private final AgentTokens tokens;
    private final PoolClient pools;
    private final Duration again;
    private final Declaration declaration;

    /**
     * @param again time between two requests to a pool
     */
    BusyAgents(
            Reader reader, AgentTokens tokens, PoolClient pools, Duration again, StatusForm form) {
        this.reader = reader;
        this.tokens = tokens;
        this.pools = pools;
        this.again = again;
        this.declaration = new Declaration(NAME, Optional.empty(), "SpareBusyAgents", form, LINES);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<PoolFacts>> observe(Reconciliation reconciliation) {
        if (!AgentNames.KIND.equals(reconciliation.key().kind())) {
            return Optional.empty();
        }
        var target = new CdTarget(reconciliation.object());
        var deployment = new ObjectKey("apps", "Deployment", target.namespace(), target.name());
        var needs =
                target.tokenRef().isEmpty()
                        ? Set.of(deployment)
                        : Set.of(deployment, tokens.key(target));
        return Optional.of(new Observed<>(facts(target, deployment), needs));
    }

    private PoolFacts facts(CdTarget target, ObjectKey deployment) {
        if (target.mode() != Mode.SCALED_OBJECT || target.pool().isEmpty()) {
            return known(target, List.of(), Optional.empty());
        }
        var trouble = PoolDecision.trouble(target, pools.refusal(target));
        List<AgentPod> pods;
        try {
            pods = pods(target, deployment);
        } catch (WriteRefused refused) {
            var why = PoolTrouble.pods(PlainText.oneLine(refused.getMessage()));
            return unknown(target, why);
        }
        // with a trouble, the pool is never asked; no pod counts as busy, so old marks are removed
        return pods.isEmpty() || trouble.isPresent()
                ? known(target, pods, trouble)
                : asked(target, pods);
    }

    private PoolFacts asked(CdTarget target, List<AgentPod> pods) {
        var token = tokens.of(target);
        if (token.isEmpty()) {
            return unknown(target, PoolTrouble.tokenMissing(target.tokenRef()));
        }
        try {
            List<Job> jobs = pools.jobs(target, token.get());
            return new PoolFacts(target, pods, jobs, true, Optional.empty(), Optional.of(again));
        } catch (PoolRefused refused) {
            return unknown(target, refused.trouble());
        }
    }

    private static PoolFacts known(
            CdTarget target, List<AgentPod> pods, Optional<PoolTrouble> trouble) {
        return new PoolFacts(target, pods, List.of(), true, trouble, Optional.empty());
    }

    /** Facts when it is not known which agents are busy: the marks of pods do not change. */
    private PoolFacts unknown(CdTarget target, PoolTrouble why) {
        return new PoolFacts(
                target, List.of(), List.of(), false, Optional.of(why), Optional.of(again));
    }

    /**
     * Pods of the Deployment. Uses the selector of the live Deployment, since the labels of the
     * CDTarget may have changed. Empty while the Deployment has no replicas; the watch of the
     * Deployment reports the first replica.
     */
    private List<AgentPod> pods(CdTarget target, ObjectKey deployment) {
        var live =
                reader.get("apps/v1", deployment)
                        .filter(each -> Fields.hasOwner(each, target.uid()))
                        .filter(each -> Fields.map(each, "status").get("replicas") != null)
                        .orElse(Map.of());
        var selector = Fields.map(live, "spec", "selector", "matchLabels");
        if (selector.isEmpty()) {
            return List.of();
        }
        var annotations = Fields.map(live, "spec", "template", "metadata", "annotations").keySet();
        return reader
                .metadata(
                        "v1",
                        "Pod",
                        target.namespace(),
                        labels(selector),
                        each -> new AgentPod(each, annotations))
                .stream()
                .filter(each -> each.of(target.name()))
                .toList();
    }

    private static String labels(Map<String, Object> selector) {
        return selector.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    @Override
    public Step decide(PoolFacts facts, Results results) {
        return PoolDecision.next(facts, results);
    }
}
