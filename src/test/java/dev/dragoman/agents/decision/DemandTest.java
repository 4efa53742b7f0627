package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.workload.AgentPod;
import dev.dragoman.agents.decision.workload.Job;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Jobs that need an agent (docs/cdtargets.md), over all histories of a queue up to a length. In the
 * model the operator looks at the pool and marks pods, as the product does; the autoscaler wants as
 * many agents as jobs wait and as pods are marked; a ReplicaSet ends those that cost least, and
 * among equals the worst choice is tried too.
 */
class DemandTest {
    private static final int LENGTH = 14;
    private static final int MOST_JOBS = 3;
    private static final int MOST_AGENTS = 3;

    /** What can happen next. */
    private enum Event {
        QUEUED,
        TAKEN,
        OVER,
        OPERATOR_LOOKS,
        AUTOSCALER_LOOKS
    }

    /**
     * An agent.
     *
     * @param busy whether it has a job
     * @param since whether it took the job after the operator's last look
     * @param pod with its marks
     */
    private record Agent(String name, boolean busy, boolean since, Map<String, Object> pod) {
        static Agent idle(String name) {
            return new Agent(name, false, false, Map.of("metadata", Map.of("name", name)));
        }

        Agent with(boolean nowBusy) {
            return new Agent(name, nowBusy, nowBusy, pod);
        }

        boolean marked() {
            return !Fields.label(pod, AgentPod.BUSY).isEmpty();
        }

        int cost() {
            var cost = Fields.annotation(pod, "controller.kubernetes.io/pod-deletion-cost");
            return cost.isEmpty() ? 0 : Integer.parseInt(cost);
        }

        /** As the operator marks it. */
        Agent seen(List<Job> jobs) {
            var change = new AgentPod(pod, Set.of()).change(jobs, "agents");
            return new Agent(name, busy, false, change.map(this::marked).orElse(pod));
        }

        private Map<String, Object> marked(dev.dragoman.kube.object.MetadataChange change) {
            return Map.of(
                    "metadata",
                    Map.of(
                            "name",
                            name,
                            "labels",
                            after(Fields.map(pod, "metadata", "labels"), change.labels()),
                            "annotations",
                            after(
                                    Fields.map(pod, "metadata", "annotations"),
                                    change.annotations())));
        }

        private static Map<String, Object> after(
                Map<String, Object> before, Map<String, Optional<String>> change) {
            var now = new LinkedHashMap<>(before);
            change.forEach(
                    (key, value) ->
                            value.ifPresentOrElse(v -> now.put(key, v), () -> now.remove(key)));
            return now;
        }
    }

    /** The world at one moment. */
    private record State(int waiting, int queued, List<Agent> agents, int names, boolean fresh) {
        int needed() {
            return waiting + (int) agents.stream().filter(Agent::busy).count();
        }
    }

    private final Set<String> checked = new HashSet<>();
    private int looks;

    @Test
    void eachJobHasAnAgentNoneIsSpuriousAndNoBusyOneIsChosen() {
        explore(new State(0, 0, List.of(), 0, true), 0);
        assertThat(looks).as("looks of the autoscaler").isGreaterThan(1_000);
    }

    private void explore(State state, int length) {
        // what was seen with as many events to go need not be looked at again
        if (length == LENGTH || !checked.add(length + " " + state)) {
            return;
        }
        for (var event : Event.values()) {
            after(state, event).forEach(next -> explore(next, length + 1));
        }
    }

    private List<State> after(State now, Event event) {
        return switch (event) {
            case QUEUED ->
                    now.queued() == MOST_JOBS
                            ? List.of()
                            : List.of(
                                    new State(
                                            now.waiting() + 1,
                                            now.queued() + 1,
                                            now.agents(),
                                            now.names(),
                                            now.fresh()));
            case TAKEN -> now.waiting() == 0 ? List.of() : each(now, false, -1);
            case OVER -> each(now, true, 0);
            case OPERATOR_LOOKS -> List.of(seen(now));
            case AUTOSCALER_LOOKS -> scaled(now);
        };
    }

    /** One agent that is busy, or one that is not, becomes the other. */
    private static List<State> each(State now, boolean busy, int waiting) {
        var all = new ArrayList<State>();
        for (int i = 0; i < now.agents().size(); i++) {
            if (now.agents().get(i).busy() == busy) {
                var agents = new ArrayList<>(now.agents());
                agents.set(i, agents.get(i).with(!busy));
                all.add(
                        new State(
                                now.waiting() + waiting, now.queued(), agents, now.names(), false));
            }
        }
        return all;
    }

    private static State seen(State now) {
        var jobs =
                now.agents().stream()
                        .filter(Agent::busy)
                        .map(each -> new Job(each.name(), true))
                        .toList();
        var agents = now.agents().stream().map(each -> each.seen(jobs)).toList();
        return new State(now.waiting(), now.queued(), agents, now.names(), true);
    }

    private List<State> scaled(State now) {
        looks++;
        int counted = now.waiting() + (int) now.agents().stream().filter(Agent::marked).count();
        int wanted = Math.min(MOST_AGENTS, counted);
        if (now.fresh()) {
            assertThat(wanted)
                    .as("one agent for each job, and no other: %s", now)
                    .isEqualTo(Math.min(MOST_AGENTS, now.needed()));
        }
        var agents = new ArrayList<>(now.agents());
        int names = now.names();
        while (agents.size() < wanted) {
            agents.add(Agent.idle("agent-" + names++));
        }
        if (agents.size() > wanted) {
            end(now, agents, agents.size() - wanted);
        }
        return List.of(new State(now.waiting(), now.queued(), agents, names, now.fresh()));
    }

    /** The cheapest first; of equal ones a busy one, which is the worst that can happen. */
    private static void end(State now, List<Agent> agents, int many) {
        var byCost = new TreeMap<Integer, List<Agent>>();
        agents.forEach(
                each -> byCost.computeIfAbsent(each.cost(), any -> new ArrayList<>()).add(each));
        var order =
                byCost.values().stream()
                        .flatMap(
                                equal ->
                                        equal.stream()
                                                .sorted(Comparator.comparing(each -> !each.busy())))
                        .limit(many)
                        .toList();
        for (var each : order) {
            // it has its time to end the job; the operator could not know of it
            assertThat(!each.busy() || each.since())
                    .as("chosen although it was known to be busy: %s of %s", each, now)
                    .isTrue();
            agents.remove(each);
        }
    }
}
