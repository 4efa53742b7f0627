package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.workload.AgentPod;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written on pods, by what their pool says of them. */
class PoolDecisionTest {
    private static final CdTarget TARGET =
            new CdTarget(
                    Map.of(
                            "metadata",
                            Map.of(
                                    "name",
                                    "agents",
                                    "namespace",
                                    "team",
                                    "uid",
                                    "uid",
                                    "generation",
                                    1),
                            "spec",
                            Map.of("tokenRef", "token")));

    private static final Map<String, String> SPARED =
            Map.of(
                    "controller.kubernetes.io/pod-deletion-cost",
                    "1000",
                    "cluster-autoscaler.kubernetes.io/safe-to-evict",
                    "false",
                    "karpenter.sh/do-not-disrupt",
                    "true");

    private static AgentPod pod(boolean counted, boolean dear, boolean deleting) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", "a");
        metadata.put("labels", counted ? Map.of(AgentPod.BUSY, "agents") : Map.of());
        metadata.put("annotations", dear ? SPARED : Map.of());
        if (deleting) {
            metadata.put("deletionTimestamp", "now");
        }
        return new AgentPod(Map.of("metadata", metadata), Set.of());
    }

    /** A job: none, given to the agent, or begun. */
    @ParameterizedTest
    @CsvSource({
        // job, deleting, counted, dear
        "none, false, false, false",
        "given, false, false, true",
        "begun, false, true, true",
        "none, true, false, false",
        "given, true, false, true",
        "begun, true, false, true",
        "others, false, false, false",
    })
    void aPodShowsItsJobWhateverItShowedBefore(
            String job, boolean deleting, boolean counted, boolean dear) {
        List<Job> jobs =
                switch (job) {
                    case "given" -> List.of(new Job("a", false));
                    case "begun" -> List.of(new Job("b", false), new Job("a", true));
                    case "others" -> List.of(new Job("b", true));
                    default -> List.of();
                };
        for (int before = 0; before < 4; before++) {
            boolean wasCounted = (before & 1) != 0;
            boolean wasDear = (before & 2) != 0;
            var change = pod(wasCounted, wasDear, deleting).change(jobs, "agents");
            var labels = new HashMap<String, Optional<String>>();
            if (wasCounted) {
                labels.put(AgentPod.BUSY, Optional.of("agents"));
            }
            change.ifPresent(each -> labels.putAll(each.labels()));
            boolean now = labels.getOrDefault(AgentPod.BUSY, Optional.empty()).isPresent();
            var shown = new HashMap<>(wasDear ? SPARED : Map.of());
            change.ifPresent(
                    each ->
                            each.annotations()
                                    .forEach(
                                            (key, value) ->
                                                    shown.compute(
                                                            key, (_, _) -> value.orElse(null))));
            assertThat(now).as("counted").isEqualTo(counted);
            assertThat(shown).as("spared").isEqualTo(dear ? SPARED : Map.of());
            assertThat(change.isPresent())
                    .as("nothing is written that is there")
                    .isEqualTo(wasCounted != counted || wasDear != dear);
        }
    }

    /** One that an earlier version has marked, and what others have set on pods and template. */
    @ParameterizedTest
    @CsvSource({
        // before, annotations of the template, has a job, what is changed
        "controller.kubernetes.io/pod-deletion-cost=1000, '', true,"
                + " 'cluster-autoscaler.kubernetes.io/safe-to-evict=false karpenter.sh/do-not-disrupt=true'",
        "controller.kubernetes.io/pod-deletion-cost=1000, '', false, 'controller.kubernetes.io/pod-deletion-cost='",
        "karpenter.sh/do-not-disrupt=true, '', false, ''",
        "karpenter.sh/do-not-disrupt=true, karpenter.sh/do-not-disrupt, true,"
                + " 'cluster-autoscaler.kubernetes.io/safe-to-evict=false controller.kubernetes.io/pod-deletion-cost=1000'",
        "controller.kubernetes.io/pod-deletion-cost=1000 karpenter.sh/do-not-disrupt=true, karpenter.sh/do-not-disrupt, false,"
                + " controller.kubernetes.io/pod-deletion-cost=",
        "cluster-autoscaler.kubernetes.io/safe-to-evict=true, cluster-autoscaler.kubernetes.io/safe-to-evict, true,"
                + " 'controller.kubernetes.io/pod-deletion-cost=1000 karpenter.sh/do-not-disrupt=true'",
    })
    void whatOthersHaveSetStays(String before, String template, boolean busy, String changed) {
        var annotations = new HashMap<String, String>();
        for (var each : before.split(" ", -1)) {
            annotations.put(each.replaceFirst("=.*", ""), each.replaceFirst(".*=", ""));
        }
        var labels = busy ? Map.of(AgentPod.BUSY, "agents") : Map.of();
        var pod =
                new AgentPod(
                        Map.of(
                                "metadata",
                                Map.of("name", "a", "labels", labels, "annotations", annotations)),
                        template.isEmpty() ? Set.of() : Set.of(template));
        var change = pod.change(busy ? List.of(new Job("a", true)) : List.of(), "agents");
        assertThat(
                        change.map(MetadataChange::annotations).orElse(Map.of()).entrySet().stream()
                                .map(each -> each.getKey() + "=" + each.getValue().orElse(""))
                                .sorted()
                                .collect(Collectors.joining(" ")))
                .isEqualTo(changed);
    }

    @Test
    void whatIsNotKnownChangesNothingAndIsSaid() {
        var facts =
                new PoolFacts(
                        TARGET,
                        List.of(pod(true, true, false)),
                        List.of(),
                        false,
                        Optional.of(new PoolTrouble("PoolUnreachable", "away")),
                        Optional.of(Duration.ofSeconds(30)));
        var ending = (Ending) PoolDecision.next(facts, Results.NONE);
        assertThat(ending.ready()).as("the agents run all the same").isEmpty();
        assertThat(ending.others())
                .singleElement()
                .satisfies(each -> assertThat(each.reason()).isEqualTo("PoolUnreachable"));
        assertThat(ending.outcome()).isEqualTo(new Outcome.RequeueAfter(Duration.ofSeconds(30)));
    }

    /** Names of agents are nobody's: pools belong to organisations. */
    @ParameterizedTest
    @CsvSource({"uid, false, true", "uid, true, false", "other, false, false", "'', false, false"})
    void onlyItsOwnAgentsThatAreGoneLeaveThePool(String owner, boolean online, boolean left) {
        assertThat(new PoolAgent(1, "agents-7d4b9c6f5-x2x4z", online, owner).leftBy(TARGET))
                .isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({
        "ReplicaSet, agents-7d4b9c6f5, true",
        "ReplicaSet, agents-more-7d4b9c6f5, false",
        "ReplicaSet, others-7d4b9c6f5, false",
        "StatefulSet, agents-7d4b9c6f5, false",
    })
    void podsAreThoseOfTheDeployment(String kind, String owner, boolean own) {
        var pod =
                new AgentPod(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "ownerReferences",
                                        List.of(Map.of("kind", kind, "name", owner)))),
                        Set.of());
        assertThat(pod.of("agents")).isEqualTo(own);
    }

    /** What is set past config cannot be told from outside. */
    @ParameterizedTest
    @CsvSource({
        "AZP_AGENT_NAME, AgentNameShared",
        "AZP_POOL, AgentNameShared",
        "OTHER, ",
    })
    void whereAgentsSignOnIsSaidByTheFieldsForIt(String variable, String reason) {
        var target =
                new CdTarget(
                        Map.of(
                                "spec",
                                Map.of(
                                        "tokenRef",
                                        "token",
                                        "env",
                                        List.of(Map.of("name", variable, "value", "x")))));
        assertThat(PoolDecision.trouble(target, Optional.empty()).map(PoolTrouble::reason))
                .isEqualTo(Optional.ofNullable(reason));
    }

    /** Marks that nobody keeps up would be wrong soon. */
    @Test
    void marksGoWhereNobodyWillAsk() {
        var facts =
                new PoolFacts(
                        TARGET,
                        List.of(pod(true, true, false)),
                        List.of(),
                        true,
                        Optional.of(PoolTrouble.shared("x")),
                        Optional.empty());
        assertThat(PoolDecision.next(facts, Results.NONE)).isInstanceOf(AgentStep.Mark.class);
    }

    @Test
    void podsThatMayNotBeMarkedAreSaid() {
        var facts =
                new PoolFacts(
                        TARGET,
                        List.of(pod(false, false, false)),
                        List.of(new Job("a", true)),
                        true,
                        Optional.empty(),
                        Optional.of(Duration.ofSeconds(30)));
        var step = PoolDecision.next(facts, Results.NONE);
        assertThat(step.yields(new Marked(0, Optional.of("pods is forbidden")))).isTrue();
        var done = Results.NONE.with(step, new Marked(0, Optional.of("pods is forbidden")));
        assertThat(((Ending) PoolDecision.next(facts, done)).others())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.reason()).isEqualTo("MarksRefused");
                            assertThat(each.message()).contains("pods is forbidden");
                        });
        var shown =
                new PoolFacts(
                        new CdTarget(
                                Map.of(
                                        "metadata",
                                        TARGET.object().get("metadata"),
                                        "spec",
                                        TARGET.spec(),
                                        "status",
                                        Map.of(
                                                "conditions",
                                                List.of(
                                                        Map.of(
                                                                "type",
                                                                "BusyAgentsSpared",
                                                                "reason",
                                                                "MarksRefused",
                                                                "message",
                                                                "before"))))),
                        List.of(pod(false, false, false)),
                        List.of(),
                        true,
                        Optional.empty(),
                        Optional.of(Duration.ofSeconds(30)));
        assertThat(((Ending) PoolDecision.next(shown, Results.NONE)).others())
                .as("nothing was to be written, and nobody knows whether it could be")
                .singleElement()
                .satisfies(each -> assertThat(each.message()).isEqualTo("before"));
        var good = Results.NONE.with(step, new Marked(1, Optional.empty()));
        assertThat(((Ending) PoolDecision.next(facts, good)).others()).isEmpty();
    }

    /** Agents are NUMBER, + for online, and whose; the target is mine, others as they are told. */
    @ParameterizedTest(name = "{0}, other CDTarget: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1mine 2mine 3mine+ | same    | 1 2",
                "1mine 2mine        | none    | 1 2",
                "1mine 2mine        | pool    | 1 2",
                "1mine 2mine        | address | 1 2",
                "1mine 2mine        | leaving | 1 2",
                "2mine 1mine        | same    | 2",
                "1mine              | same    | ''",
                "1mine 2other       | same    | 1",
                "1mine 2            | same    | 1",
                "1other             | same    | ''"
            })
    void thePoolOfAnotherTargetIsNotEmptied(String agents, String other, String expected) {
        var all =
                Stream.of(agents.split(" ", -1))
                        .map(
                                each ->
                                        new PoolAgent(
                                                Integer.parseInt(each.replaceAll("[^0-9]", "")),
                                                each,
                                                each.endsWith("+"),
                                                each.replaceAll("[^a-z]", "")))
                        .toList();
        var others =
                switch (other) {
                    case "none" -> List.<CdTarget>of();
                    case "pool" -> List.of(sharing("theirs", "q", "https://a/b", false));
                    case "address" -> List.of(sharing("theirs", "p", "https://a/c", false));
                    case "leaving" -> List.of(sharing("theirs", "p", "https://a/b", true));
                    default -> List.of(sharing("theirs", "P", "https://a/b/", false));
                };
        var mine = sharing("mine", "p", "https://a/b", true);
        assertThat(PoolAgent.leaving(all, mine, others).stream().map(PoolAgent::id).toList())
                .hasToString("[" + expected.replace(" ", ", ") + "]");
    }

    private static CdTarget sharing(String uid, String pool, String url, boolean deleting) {
        var metadata = new LinkedHashMap<String, Object>(Map.of("name", uid, "uid", uid));
        if (deleting) {
            metadata.put("deletionTimestamp", "now");
        }
        var config = Map.of("url", url, "poolName", pool);
        return new CdTarget(Map.of("metadata", metadata, "spec", Map.of("config", config)));
    }
}
