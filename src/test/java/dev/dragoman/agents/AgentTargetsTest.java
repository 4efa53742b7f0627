package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.egress.Guard;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentTargetsTest {
    private final List<ObjectKey> forgotten = new ArrayList<>();

    private final HostTargets hosts =
            new HostTargets() {
                @Override
                public Optional<Resolution> of(
                        ObjectKey key,
                        CdTarget target,
                        Optional<Map<String, Object>> policy,
                        Guard guard) {
                    return Optional.empty();
                }

                @Override
                public void forget(ObjectKey key) {
                    forgotten.add(key);
                }
            };

    /** A target without a finalizer is never seen while it is deleted. */
    @Test
    @SuppressWarnings("NullAway") // nothing else is used
    void hostNamesOfATargetThatIsGoneAreAskedNoMore() {
        var targets =
                new AgentTargets(
                        AgentSettings.from(Map.of()),
                        null,
                        null,
                        null,
                        null,
                        null,
                        hosts,
                        () -> new byte[0],
                        StatusForm.NONE);
        var key = new ObjectKey("cnad.io", AgentNames.KIND, "team", "agents");
        targets.forget(key);
        assertThat(forgotten).containsExactly(key);
    }
}
