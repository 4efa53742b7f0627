package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.egress.Hosts;
import dev.dragoman.agents.decision.egress.PortRange;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.agents.decision.workload.Counting;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made for a CDTarget, and what keeps it from being made. */
class WantedTest extends WantedFixture {
    @Test
    void thePredecessorsSampleGivesItsObjectsPoliciesFirst() {
        assertThat(names(wanted().objects()))
                .containsExactly(
                        "NetworkPolicy/cdtarget-agent-keda",
                        "NetworkPolicy/cdtarget-agent-keda-pool",
                        "ConfigMap/cdtarget-agent-keda-config",
                        "TriggerAuthentication/poc-pool-trigger-auth",
                        "Deployment/cdtarget-agent-keda",
                        "ScaledObject/cdtarget-agent-keda");
        assertThat(wanted().troubles()).isEmpty();
        var policy = object("NetworkPolicy", "cdtarget-agent-keda");
        assertThat(rules(policy)).hasSize(1);
        var rule = (Map<?, ?>) rules(policy).getFirst();
        assertThat(
                        ((List<?>) rule.get("ports"))
                                .stream()
                                        .map(each -> (Map<?, ?>) each)
                                        .map(each -> each.get("port") + "/" + each.get("protocol")))
                .containsExactly("443/TCP", "443/UDP", "22/TCP", "22/UDP", "5986/TCP", "5986/UDP");
        assertThat(rule.get("to"))
                .isEqualTo(
                        List.of(
                                Map.of("ipBlock", Map.of("cidr", "10.0.0.1/32")),
                                Map.of("ipBlock", Map.of("cidr", "10.0.0.2/32"))));
        assertThat(Fields.spec(policy).get("policyTypes")).isEqualTo(List.of("Ingress", "Egress"));
        assertThat(Fields.map(object("ConfigMap", "cdtarget-agent-keda-config"), "data"))
                .containsEntry("AZP_POOL", "poc-pool")
                .containsEntry("AZP_URL", "https://dev.azure.com/contoso")
                .containsEntry("AZP_WORK", "");
        assertThat(environment())
                .containsExactly(
                        "AZP_URL",
                        "AZP_POOL",
                        "AZP_WORK",
                        "AZP_AGENT_NAME",
                        "AGENT_MTU_VALUE",
                        "AZP_TOKEN",
                        "CDTARGET_UID",
                        "INFO");
        assertThat(Fields.spec(object("Deployment", "cdtarget-agent-keda")))
                .containsEntry("replicas", 1);
    }

    @Test
    void noRuleIsEmptyUnlessTheLegacySettingSaysSo() {
        assertThat(rules(object("NetworkPolicy", "cdtarget-agent-keda-pool")))
                .hasSize(2)
                .allSatisfy(each -> assertThat((Map<?, ?>) each).isNotEmpty());
    }

    @Test
    void withoutTargetsNothingIsOpen() {
        spec.remove("ip");
        assertThat(rules(object("NetworkPolicy", "cdtarget-agent-keda"))).isEmpty();
        assertThat(wanted().open()).isZero();
    }

    @Test
    void variablesStandOnceAndTheLastOneWins() {
        spec.put("proxyRef", "proxy");
        secret("proxy", Map.of());
        spec.put(
                "env",
                List.of(
                        Map.of("name", "HTTPS_PROXY", "value", "mine"),
                        Map.of("name", "INFO", "value", "one"),
                        Map.of("name", "INFO", "value", "two")));
        assertThat(environment()).doesNotHaveDuplicates().contains("NO_PROXY", "PROXY_PW");
        assertThat(container().get("env").toString()).contains("two").doesNotContain("value=one");
    }

    /** Whether a proxy is named or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void variablesOfTheSpecWin(boolean proxy) {
        if (proxy) {
            spec.put("proxyRef", "proxy");
            secret("proxy", Map.of());
        }
        var own =
                Stream.of(
                                "AZP_URL",
                                "AZP_POOL",
                                "AZP_WORK",
                                "AZP_AGENT_NAME",
                                "AGENT_MTU_VALUE",
                                "AZP_TOKEN",
                                "CDTARGET_UID",
                                "HTTP_PROXY",
                                "NO_PROXY",
                                "PROXY_PW")
                        .map(each -> Map.of("name", each, "value", "mine"))
                        .toList();
        spec.put("env", own);
        assertThat(environment()).doesNotHaveDuplicates();
        assertThat(environment().contains("HTTPS_PROXY")).isEqualTo(proxy);
        assertThat(container().get("env"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsAll(own);
    }

    /** What comes first stays first: other orders would be other pods. */
    @Test
    void aProxysVariablesComeLast() {
        spec.put("proxyRef", "proxy");
        secret("proxy", Map.of());
        spec.put("env", List.of(Map.of("name", "INFO", "value", "one")));
        assertThat(environment()).startsWith("AZP_URL").containsSubsequence("INFO", "HTTP_PROXY");
    }

    @Test
    void anAuthorityWithADotIsAVolume() {
        spec.put("caCertRef", "our.ca");
        secret("our.ca", Map.of());
        var pod =
                Fields.map(object("Deployment", "cdtarget-agent-keda"), "spec", "template", "spec");
        assertThat(pod.get("volumes").toString()).contains("our-ca").contains("our.ca");
        assertThat(container().get("lifecycle").toString()).contains("update-ca-certificates");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    poc-pool        | poc-pool-trigger-auth
                    Default         | cdtarget-agent-keda-trigger-auth
                    Azure Pipelines | cdtarget-agent-keda-trigger-auth
                    """)
    void theAuthenticationHasANameThatObjectsCanHave(String pool, String name) {
        spec.put("config", Map.of("url", "https://dev.azure.com/contoso", "poolName", pool));
        assertThat(object("TriggerAuthentication", name)).isNotEmpty();
        assertThat(object("ScaledObject", "cdtarget-agent-keda").toString())
                .contains("authenticationRef={name=" + name);
    }

    @Test
    void anotherOnesAuthenticationIsLeftAlone() {
        foreign = true;
        assertThat(names(wanted().objects()))
                .contains("TriggerAuthentication/cdtarget-agent-keda-trigger-auth");
    }

    @Test
    void aWorkloadIdentityTakesThePlaceOfTheToken() {
        spec.remove("tokenRef");
        spec.put("identity", Map.of("clientId", "an-id"));
        assertThat(
                        Fields.map(
                                object("TriggerAuthentication", "poc-pool-trigger-auth"),
                                "spec",
                                "podIdentity"))
                .isEqualTo(Map.of("provider", "azure-workload", "identityId", "an-id"));
        assertThat(environment()).doesNotContain("AZP_TOKEN");
        assertThat(wanted().troubles()).isEmpty();
    }

    @Test
    void aJobForEachJobInterruptsNone() {
        spec.put("scaling", "ScaledJob");
        live.put(
                AgentObservation.key("Deployment", "cdtarget-agent-keda"),
                Map.of("kind", "Deployment", "metadata", Map.of("name", "cdtarget-agent-keda")));
        var job = object("ScaledJob", "cdtarget-agent-keda");
        assertThat(Fields.map(job, "spec", "scalingStrategy"))
                .isEqualTo(Map.of("strategy", "accurate"));
        counting = Counting.UNFINISHED;
        assertThat(
                        Fields.map(
                                object("ScaledJob", "cdtarget-agent-keda"),
                                "spec",
                                "scalingStrategy"))
                .as("KEDA before 2.20")
                .isEqualTo(Map.of("strategy", "default"));
        assertThat(Fields.map(job, "spec", "rollout")).isEqualTo(Map.of("strategy", "gradual"));
        assertThat(Fields.map(job, "spec", "jobTargetRef", "template", "metadata", "annotations"))
                .containsEntry("cluster-autoscaler.kubernetes.io/safe-to-evict", "false")
                .containsEntry("karpenter.sh/do-not-disrupt", "true");
        assertThat(names(wanted().objects())).doesNotContain("Deployment/cdtarget-agent-keda");
        assertThat(names(wanted().obsolete())).containsExactly("Deployment/cdtarget-agent-keda");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "hunter2\n", " hunter2"})
    void withoutATokenThatLogsInNoAgentsAreStarted(String token) {
        secret("cdtarget-token", Map.of("AZP_TOKEN", token));
        withoutAgents(AgentTrouble.TOKEN);
    }

    @Test
    void withoutTheSecretNoAgentsAreStarted() {
        secrets.put("cdtarget-token", Optional.empty());
        withoutAgents(AgentTrouble.TOKEN);
        secrets.remove("cdtarget-token");
        withoutAgents(AgentTrouble.UNREADABLE);
        assertThat(wanted().worst().orElseThrow().message()).contains("dragoman-secrets");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dev.azure.com/contoso", "https://dev.azure.com/a b", "ftp://x"})
    void anAddressThatIsNoneStartsNoAgents(String url) {
        spec.put("config", Map.of("url", url, "poolName", "poc-pool"));
        withoutAgents("InvalidSpec");
    }

    @Test
    void limitsThatExcludeEachOtherStartNoAgents() {
        spec.put("minReplicaCount", 6);
        withoutAgents("InvalidSpec");
    }

    private void withoutAgents(String reason) {
        assertThat(names(wanted().objects()))
                .containsExactly(
                        "NetworkPolicy/cdtarget-agent-keda",
                        "NetworkPolicy/cdtarget-agent-keda-pool");
        assertThat(wanted().worst().orElseThrow().reason()).isEqualTo(reason);
        assertThat(wanted().troubles().toString()).doesNotContain("hunter2");
    }

    @Test
    void withoutALabelNothingIsMade() {
        spec.put("additionalSelector", Map.of());
        assertThat(wanted().objects()).isEmpty();
        assertThat(wanted().worst().orElseThrow().message()).contains("all pods");
    }

    @Test
    void whatBelongsToAnotherKeepsAllFromBeingMade() {
        others.add("NetworkPolicy cdtarget-agent-keda");
        assertThat(wanted().objects()).isEmpty();
        assertThat(wanted().worst().orElseThrow().reason()).isEqualTo(Trouble.NOT_OURS);
    }

    @Test
    void anotherPoolsAuthenticationGoes() {
        live.put(
                AgentObservation.key("TriggerAuthentication", "old-trigger-auth"),
                Map.of(
                        "kind",
                        "TriggerAuthentication",
                        "metadata",
                        Map.of("name", "old-trigger-auth")));
        assertThat(names(wanted().obsolete()))
                .containsExactly("TriggerAuthentication/old-trigger-auth");
    }

    @Test
    void whatRunsThemInTheOtherWayMayBeAnothers() {
        others.add("ScaledJob cdtarget-agent-keda");
        assertThat(wanted().objects()).hasSize(6);
        others.add("ConfigMap cdtarget-agent-keda-config");
        withoutAgents(Trouble.NOT_OURS);
    }

    @Test
    void whatIsMissingBesidesTheTokenIsSaid() {
        spec.put("caCertRef", "our-ca");
        secrets.put("our-ca", Optional.empty());
        assertThat(wanted().objects()).hasSize(6);
        assertThat(wanted().worst().orElseThrow().reason()).isEqualTo("SecretMissing");
    }

    @Test
    void nobodySendsKedasOwnIdentityAnywhere() {
        spec.put("identity", Map.of("tenantId", "x"));
        withoutAgents("IdentityRefused");
        spec.remove("identity");
        spec.put("triggerMeta", Map.of("organizationURLFromEnv", "OTHER"));
        withoutAgents("InvalidSpec");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokenRef", "proxyRef", "caCertRef"})
    void whatIsNoNameOfASecretIsNamedWithItsField(String field) {
        spec.put(field, "a/../b");
        assertThat(new CdTarget(Map.of("spec", spec)).secrets()).doesNotContain("a/../b");
        withoutAgents("InvalidSpec");
        assertThat(wanted().worst().orElseThrow().message())
                .isEqualTo(
                        field
                                + ": a/../b is no name of a Secret; no agents are started or changed");
    }

    @Test
    void aTextOfAnyLengthIsNamedWithItsField() {
        spec.put(
                "config",
                Map.of(
                        "url",
                        "https://dev.azure.com" + "/a".repeat(50_000),
                        "poolName",
                        "a.".repeat(50_000)));
        withoutAgents("InvalidSpec");
        assertThat(wanted().worst().orElseThrow().message())
                .startsWith("config.url https://dev.azure.com/a/a")
                .hasSizeLessThan(1_000);
        spec.put(
                "config",
                Map.of("url", "https://x/" + "/".repeat(500_000), "poolName", "a.".repeat(50_000)));
        spec.put("ip", List.of("1:".repeat(100_000) + "x"));
        spec.put("hosts", List.of("a.".repeat(100_000)));
        assertThat(names(wanted().objects()))
                .contains("TriggerAuthentication/cdtarget-agent-keda-trigger-auth");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "https://dev.azure.com/contoso, true",
                "http://tfs:8080/tfs/Default Collection, false",
                "http://tfs:8080/tfs/Default%20Collection, true",
                "https://dev.azure.com, true",
                "https://, false",
                "https:///a, false",
                "https://a//b, false",
                "https://a/b?c, false",
                "https://a/b#c, false",
                "https://u@a/b, false",
                "ftp://a/b, false",
                "a/b, false"
            })
    void addressesOfOrganisations(String url, boolean good) {
        assertThat(OrganisationUrl.isOne(url)).isEqualTo(good);
    }

    @Test
    void withoutKedaADeploymentIsNotTakenAway() {
        keda = false;
        spec.put("scaling", "ScaledJob");
        live("Deployment", each -> {});
        assertThat(wanted().obsolete()).isEmpty();
    }

    @Test
    void labelsOfPoliciesStay() {
        live.put(
                AgentObservation.key("NetworkPolicy", "cdtarget-agent-keda"),
                Map.of("spec", Map.of("podSelector", Map.of("matchLabels", Map.of("app", "old")))));
        for (var labels : List.of(Map.of("app", "new"), Map.<String, String>of())) {
            spec.put("additionalSelector", labels);
            assertThat(object("NetworkPolicy", "cdtarget-agent-keda").toString())
                    .contains("matchLabels={app=old}");
            assertThat(wanted().worst().orElseThrow().message()).contains("cannot change");
        }
    }

    @Test
    void anEditedPolicyOfAScaledJobIsPutRight() {
        spec.put("scaling", "ScaledJob");
        live.put(
                AgentObservation.key("ScaledJob", "cdtarget-agent-keda"),
                object("ScaledJob", "cdtarget-agent-keda"));
        live.put(
                AgentObservation.key("NetworkPolicy", "cdtarget-agent-keda"),
                Map.of(
                        "spec",
                        Map.of("podSelector", Map.of("matchLabels", Map.of("app", "edited")))));
        assertThat(object("NetworkPolicy", "cdtarget-agent-keda").toString())
                .contains("matchLabels={app=cdtarget-agent-keda}");
        assertThat(wanted().worst()).isEmpty();
        // a label that is taken out of the spec is in the policy and in the template
        var two = Map.of("app", "cdtarget-agent-keda", "team", "a");
        spec.put("additionalSelector", two);
        live.put(
                AgentObservation.key("ScaledJob", "cdtarget-agent-keda"),
                object("ScaledJob", "cdtarget-agent-keda"));
        live.put(
                AgentObservation.key("NetworkPolicy", "cdtarget-agent-keda"),
                Map.of("spec", Map.of("podSelector", Map.of("matchLabels", two))));
        spec.put("additionalSelector", Map.of("app", "cdtarget-agent-keda"));
        assertThat(wanted().worst().orElseThrow().message()).contains("cannot change");
        // a change of the labels is told from that by the template, which has the former ones
        spec.put("additionalSelector", Map.of("app", "another"));
        live.put(
                AgentObservation.key("NetworkPolicy", "cdtarget-agent-keda"),
                Map.of(
                        "spec",
                        Map.of(
                                "podSelector",
                                Map.of("matchLabels", Map.of("app", "cdtarget-agent-keda")))));
        assertThat(object("NetworkPolicy", "cdtarget-agent-keda").toString())
                .contains("matchLabels={app=cdtarget-agent-keda}");
        assertThat(wanted().worst().orElseThrow().message()).contains("cannot change");
    }

    @Test
    void labelsOfWhatRunsStay() {
        live("Deployment", deployment -> {});
        spec.put("additionalSelector", Map.of("app", "another"));
        assertThat(object("NetworkPolicy", "cdtarget-agent-keda").toString())
                .contains("matchLabels={app=cdtarget-agent-keda}");
        assertThat(wanted().worst().orElseThrow().message()).contains("cannot change");
    }

    @Test
    void aConfigMapWithoutTheKeyOfThePortsIsNamed() {
        ports = Optional.of(PortRange.of(Map.of("port", "443")));
        assertThat(wanted().worst().orElseThrow().message())
                .isEqualTo(
                        "ConfigMap cdtarget-ports: it has no key 'ports'; no port is open until the cluster's administrator corrects it");
    }

    @Test
    void portsThatAreNoneLeaveThoseThatWereValidLast() {
        ports = Optional.of(PortRange.parse("443\nhttps\n"));
        assertThat(rules(object("NetworkPolicy", "cdtarget-agent-keda"))).isEmpty();
        assertThat(wanted().worst().orElseThrow().message()).contains("line 2").contains("no port");
        live.put(
                AgentObservation.key("NetworkPolicy", "cdtarget-agent-keda"),
                Map.of(
                        "spec",
                        Map.of(
                                "egress",
                                List.of(
                                        Map.of(
                                                "ports",
                                                List.of(
                                                        Map.of(
                                                                "port",
                                                                8443,
                                                                "protocol",
                                                                "TCP")))))));
        assertThat(rules(object("NetworkPolicy", "cdtarget-agent-keda")).toString())
                .contains("8443");
    }

    @Test
    void nameserversAreThoseOfTheAdministrator() {
        spec.put("dnsPolicy", "None");
        spec.put("dnsConfig", Map.of("nameservers", List.of("10.250.0.10", "8.8.8.8")));
        assertThat(rules(object("NetworkPolicy", "cdtarget-agent-keda-pool")).toString())
                .contains("10.250.0.10/32")
                .doesNotContain("8.8.8.8");
        assertThat(wanted().worst().orElseThrow().message()).contains("8.8.8.8/32");
    }

    /** The operator writes some on pods, which would have no policy any more. */
    @ParameterizedTest
    @ValueSource(strings = {"dragoman.dev/busy", "dragoman.dev/cdtarget", "pod-template-hash"})
    void labelsThatOthersWriteSelectNothing(String key) {
        spec.put("additionalSelector", Map.of("app", "a", key, "true"));
        assertThat(wanted().objects()).isEmpty();
        assertThat(wanted().worst().orElseThrow().message()).contains(key);
    }

    @Test
    void thePolicyRemembersWhereHostsAre() {
        spec.put("hosts", List.of("a.example.com"));
        assertThat(wanted().troubles())
                .singleElement()
                .satisfies(
                        each -> assertThat(each.message()).contains("DRAGOMAN_CDTARGETS_RESOLVE"));
        var known = Hosts.parse("a.example.com 192.0.2.1/32");
        hosts = Optional.of(new Resolution(known, Map.of(), List.of()));
        assertThat(wanted().troubles()).isEmpty();
        assertThat(wanted().open()).isEqualTo(3);
        var policy = object("NetworkPolicy", "cdtarget-agent-keda");
        assertThat(Hosts.of(policy)).isEqualTo(known);
        hosts = Optional.of(new Resolution(known, Map.of(), List.of("a.example.com")));
        assertThat(wanted().worst()).as("it is open all the same").isEmpty();
        assertThat(wanted().troubles())
                .singleElement()
                .satisfies(each -> assertThat(each.condition()).isEqualTo("HostsResolved"));
        hosts = Optional.of(new Resolution(Hosts.NONE, Map.of("a.example.com", "why"), List.of()));
        assertThat(wanted().worst().map(Trouble::reason)).contains("InvalidTargets");
    }
}
