package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.object.Trouble;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of agents that run, where a line does not know, or is not there. */
class AgentMakersTest extends WantedFixture {
    private static final String NAME = "cdtarget-agent-keda";

    @BeforeEach
    void agentsRun() {
        for (var name : List.of(NAME, NAME + "-pool")) {
            live.put(AgentObservation.key("NetworkPolicy", name), Map.of());
        }
        live.put(AgentObservation.key("ConfigMap", NAME + "-config"), Map.of());
        live.put(AgentObservation.key("TriggerAuthentication", "poc-pool-trigger-auth"), Map.of());
        live.put(AgentObservation.key("ScaledObject", NAME), Map.of());
        live("Deployment", each -> {});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a selector without a label  | InvalidSpec
                    a reserved label            | InvalidSpec
                    a policy of another         | NotOurs
                    a ConfigMap of another      | NotOurs
                    no Secret                   | TokenMissing
                    a Secret that is not read   | ReadRefused
                    a token that logs in nobody | TokenMissing
                    an identity not given       | IdentityRefused
                    no address                  | InvalidSpec
                    no KEDA                     | KedaMissing
                    """)
    void nothingOfThemGoesWhateverIsWrong(String wrong, String reason) {
        switch (wrong) {
            case "a selector without a label" -> {
                spec.put("additionalSelector", Map.of());
                live("Deployment", each -> each.put("spec", Map.of()));
            }
            case "a reserved label" -> {
                spec.put("additionalSelector", Map.of("dragoman.dev/busy", "x"));
                live("Deployment", each -> each.put("spec", Map.of()));
            }
            case "a policy of another" -> others.add("NetworkPolicy " + NAME);
            case "a ConfigMap of another" -> others.add("ConfigMap " + NAME + "-config");
            case "no Secret" -> secrets.put("cdtarget-token", Optional.empty());
            case "a Secret that is not read" -> secrets.remove("cdtarget-token");
            case "a token that logs in nobody" ->
                    secret("cdtarget-token", Map.of("AZP_TOKEN", "hunter2\n"));
            case "an identity not given" -> spec.put("identity", Map.of("clientId", "other"));
            case "no address" -> spec.put("config", Map.of("poolName", "poc-pool"));
            default -> keda = false;
        }
        assertThat(wanted().worst().map(Trouble::reason)).contains(reason);
        assertThat(wanted().obsolete()).isEmpty();
    }

    /** A policy of another may select nobody, and ours is not made. */
    @ParameterizedTest
    @CsvSource({"NetworkPolicy a, true", "ConfigMap a, false"})
    void whoseRestrictionIsUnknownIsTold(String of, boolean told) {
        others.add(of);
        var message = wanted().worst().orElseThrow().message();
        assertThat(message).contains("no agents are started or changed");
        assertThat(message.contains("Agents that run may reach every address")).isEqualTo(told);
    }

    @Test
    void withoutItsLineAScalerGoesAndAgentsGoOn() {
        leftOut = Set.of(AgentMakers.SCALING);
        assertThat(names(wanted().obsolete())).containsExactly("ScaledObject/" + NAME);
        assertThat(names(wanted().objects())).contains("Deployment/" + NAME).hasSize(5);
        keda = false;
        assertThat(wanted().worst()).as("nobody asks for KEDA").isEmpty();
    }

    @Test
    void whatRunsEndsBeforeWhatRestrictsIt() {
        leftOut = new AgentMakers().all().keySet();
        assertThat(names(wanted().obsolete()))
                .containsExactly(
                        "ScaledObject/" + NAME,
                        "Deployment/" + NAME,
                        "TriggerAuthentication/poc-pool-trigger-auth",
                        "ConfigMap/" + NAME + "-config");
        assertThat(wanted().compared().afterOwned()).isTrue();
        var going = new LinkedHashMap<>(live.remove(AgentObservation.key("Deployment", NAME)));
        going.put("metadata", Map.of("deletionTimestamp", "now"));
        live.put(AgentObservation.key("Deployment", NAME), going);
        assertThat(names(wanted().obsolete())).noneMatch(each -> each.startsWith("NetworkPolicy"));
        live.remove(AgentObservation.key("Deployment", NAME));
        assertThat(names(wanted().obsolete()))
                .endsWith("NetworkPolicy/" + NAME + "-pool", "NetworkPolicy/" + NAME);
    }
}
