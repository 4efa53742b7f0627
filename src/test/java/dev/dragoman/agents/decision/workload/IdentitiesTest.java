package dev.dragoman.agents.decision.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.AgentObservation;
import dev.dragoman.agents.decision.WantedFixture;
import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As whom KEDA asks, and where. */
class IdentitiesTest extends WantedFixture {
    private static final String NAME = "cdtarget-agent-keda";
    private static final String AUTHENTICATION = "poc-pool-trigger-auth";

    @BeforeEach
    void byIdentity() {
        spec.put("identity", Map.of("clientId", "an-id"));
    }

    private static Map<?, ?> metadata(Map<String, Object> scaler) {
        return (Map<?, ?>) Identities.triggers(scaler).getFirst().get("metadata");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    another | https://dev.azure.com/contoso         | adds test/another to DRAGOMAN_CDTARGETS_IDENTITIES
                    an-id   | https://attacker.example/contoso      | host attacker.example is not allowed
                    an-id   | https://dev.azure.com:8443/contoso    | host dev.azure.com:8443 is not allowed
                    an-id   | https://dev.azure.com.attacker.io/x   | is not allowed
                    an-id   | https://dev.azure.com\\.attacker.io/x  | other characters
                    an-id   | https://dev.azure.com&a@attacker.io/x | other characters
                    an-id   | https://dev.azure.com;attacker.io/x   | other characters
                    an-id   | https://$(HOST)/contoso               | other characters
                    an-id   | https://dev_azure.com/contoso         | other characters
                    an-id   | http://dev.azure.com/contoso          | must be https
                    """)
    void whatIsNotGivenAndWhereItMayNotGoIsRefused(String client, String url, String why) {
        spec.put("identity", Map.of("clientId", client));
        spec.put("config", Map.of("url", url, "poolName", "poc-pool"));
        assertThat(wanted().troubles())
                .anySatisfy(
                        each -> {
                            assertThat(each.message()).contains(why);
                            assertThat(each.reason()).isEqualTo("IdentityRefused");
                        });
        assertThat(names(wanted().objects())).allMatch(each -> each.startsWith("NetworkPolicy/"));
    }

    @Test
    void theGiftIsOneOfANamespace() {
        given = List.of("other/an-id");
        assertThat(wanted().worst().orElseThrow().message())
                .contains("not given to namespace test");
        given = List.of("test/AN-ID");
        assertThat(wanted().worst()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ScaledObject", "ScaledJob"})
    void theAddressStandsInTheTrigger(String kind) {
        spec.put("scaling", kind);
        assertThat(metadata(object(kind, NAME)).get("organizationURL"))
                .isEqualTo("https://dev.azure.com/contoso");
        assertThat(metadata(object(kind, NAME)).containsKey("organizationURLFromEnv")).isFalse();
    }

    @Test
    void noVariableSaysWhere() {
        for (var each :
                List.of(
                        Map.of("name", "AZP_URL", "value", "https://attacker.example/x"),
                        Map.of(
                                "name",
                                "AZP_URL",
                                "valueFrom",
                                Map.of("secretKeyRef", Map.of("name", "a", "key", "b"))),
                        Map.of(
                                "name",
                                "AZP_URL",
                                "valueFrom",
                                Map.of("configMapKeyRef", Map.of("name", "a", "key", "b"))))) {
            spec.put("env", List.of(each));
            assertThat(wanted().worst().orElseThrow().reason()).isEqualTo("IdentityRefused");
        }
        spec.put("env", List.of());
        for (var each : List.of("organizationURL", "organizationURLFromEnv")) {
            spec.put("triggerMeta", Map.of(each, "OTHER"));
            assertThat(wanted().worst().orElseThrow().message()).contains("triggerMeta." + each);
        }
    }

    @Test
    void aTokenOfOnesOwnGoesWhereTheTeamSays() {
        spec.remove("identity");
        spec.put("config", Map.of("url", "http://tfs.example.com/tfs/x", "poolName", "poc-pool"));
        spec.put("env", List.of(Map.of("name", "AZP_URL", "value", "http://tfs.example.com/y")));
        assertThat(wanted().troubles()).isEmpty();
        assertThat(metadata(object("ScaledObject", NAME)).get("organizationURLFromEnv"))
                .isEqualTo("AZP_URL");
    }

    private void before(String kind, Map<String, Object> trigger) {
        live(
                kind,
                each ->
                        each.put(
                                "spec",
                                Map.of(
                                        "maxReplicaCount",
                                        5,
                                        "pollingInterval",
                                        10,
                                        "triggers",
                                        List.of(
                                                Map.of(
                                                        "type",
                                                        "azure-pipelines",
                                                        "metadata",
                                                        trigger,
                                                        "authenticationRef",
                                                        Map.of("name", AUTHENTICATION))))));
        var authentication = new LinkedHashMap<String, Object>();
        authentication.put("apiVersion", "keda.sh/v1alpha1");
        authentication.put("kind", "TriggerAuthentication");
        authentication.put("metadata", Map.of("name", AUTHENTICATION, "namespace", "test"));
        authentication.put(
                "spec",
                Map.of(
                        "podIdentity",
                        Map.of("provider", "azure-workload", "identityId", "stolen")));
        live.put(AgentObservation.key("TriggerAuthentication", AUTHENTICATION), authentication);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ScaledObject", "ScaledJob"})
    void whatAnEarlierReleaseGaveIsTakenBackAndTheAgentsStay(String kind) {
        spec.put("scaling", kind);
        spec.put("identity", Map.of("clientId", "stolen"));
        before(kind, Map.of("poolName", "poc-pool", "organizationURLFromEnv", "AZP_URL"));
        var silent = object(kind, NAME);
        assertThat(metadata(silent)).isEqualTo(Map.of("poolName", "poc-pool"));
        assertThat(Fields.spec(silent)).containsOnlyKeys("maxReplicaCount", "triggers");
        assertThat(names(wanted().obsolete()))
                .containsExactly("TriggerAuthentication/" + AUTHENTICATION);
        // it is done: the same again changes nothing
        before(kind, Map.of("poolName", "poc-pool"));
        assertThat(names(wanted().objects())).allMatch(each -> each.startsWith("NetworkPolicy/"));
    }

    @Test
    void nothingElseThatIsWrongKeepsItFromBeingTakenBack() {
        var trigger = Map.<String, Object>of("organizationURL", "https://dev.azure.com/contoso");
        for (var wrong :
                List.<Map<String, Object>>of(
                        Map.of("agentImage", ""),
                        Map.of("identity", Map.of()),
                        Map.of("additionalSelector", Map.of()),
                        Map.of("additionalSelector", Map.of("dragoman.dev/x", "y")))) {
            before("ScaledObject", trigger);
            spec.put("tokenRef", "");
            spec.putAll(wrong);
            assertThat(metadata(object("ScaledObject", NAME))).as(wrong.toString()).isEmpty();
        }
        given = List.of("test/stolen");
        assertThat(names(wanted().objects())).as("it is given").isEmpty();
    }
}
