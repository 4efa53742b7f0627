package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What the definitions of EnvoyConfig and EnvoyDeployment refuse: the cases of MARIN3R's webhooks
 * (envoyconfig_webhook_test.go, envoydeployment_webhook_suite_test.go), and a case of each rule.
 */
@Landing
@ResourceLock("discovery")
class EnvoyDefinitionsIT {
    /** Parts of specs, each with what the refusal says; nothing where it is accepted. */
    private static final List<String> CONFIGS =
            List.of(
                    "resources: [{type: cluster, value: {name: cluster}}] | ",
                    "resources: [{type: cluster}] | 'value' must be set for types other than",
                    "resources: [{type: cluster, value: {name: cluster}, blueprint: ''}] | Unsupported value",
                    "resources: [{type: cluster, value: {name: cluster}, blueprint: tlsCertificate}] | 'blueprint' can only be used for type 'secret'",
                    "resources: [{type: cluster, value: {name: cluster}, generateFromEndpointSlices: {clusterName: c, targetPort: p, selector: {}}}] | 'generateFromEndpointSlices' can only be used for type 'endpoint'",
                    "resources: [{type: cluster, value: {name: cluster}, generateFromTlsSecret: ''}] | can only be used for type 'secret'",
                    "resources: [{type: cluster, value: {name: cluster}, generateFromOpaqueSecret: {name: n, key: k, alias: a}}] | can only be used for type 'secret'",
                    "resources: [{type: secret, generateFromTlsSecret: ''}] | ",
                    "resources: [{type: secret, generateFromTlsSecret: a, blueprint: validationContext}] | ",
                    "resources: [{type: secret, generateFromOpaqueSecret: {name: n, key: k, alias: a}}] | ",
                    "resources: [{type: secret}] | one of 'generateFromTlsSecret', 'generateFromOpaqueSecret' must be set",
                    "resources: [{type: secret, generateFromTlsSecret: a, value: {}}] | 'value' cannot be used for type 'secret'",
                    "resources: [{type: secret, generateFromTlsSecret: a, generateFromEndpointSlices: {clusterName: c, targetPort: p, selector: {}}}] | 'generateFromEndpointSlices' can only be used for type 'endpoint'",
                    "resources: [{type: endpoint, generateFromEndpointSlices: {clusterName: c, targetPort: p, selector: {matchLabels: {a: b}}}}] | ",
                    "resources: [{type: endpoint, value: {cluster_name: c}}] | ",
                    "resources: [{type: endpoint, value: {}, generateFromEndpointSlices: {clusterName: c, targetPort: p, selector: {}}}] | exactly one of 'value', 'generateFromEndpointSlices' must be set",
                    "resources: [{type: endpoint}] | exactly one of 'value', 'generateFromEndpointSlices' must be set",
                    "resources: [{type: endpoint, value: {}, generateFromTlsSecret: ''}] | can only be used for type 'secret'",
                    "resources: [{type: endpoint, value: {}, blueprint: tlsCertificate}] | 'blueprint' can only be used for type 'secret'",
                    "envoyResources: {clusters: [{name: cluster, value: '{}'}]} | ",
                    "envoyResources: {secrets: [{name: a, ref: {name: a}}]} | ",
                    "envoyResources: {secrets: [{name: a, ref: {namespace: b}}]} | 'ref.name' cannot be empty",
                    "envoyResources: {}, resources: [] | exactly one of 'spec.resources', 'spec.envoyResources' must be set",
                    "serialization: json | exactly one of 'spec.resources', 'spec.envoyResources' must be set",
                    "resources: [], serialization: b64json | Unsupported value",
                    "resources: [], envoyAPI: v2 | Unsupported value",
                    "resources: [{type: vhost, value: {}}] | Unsupported value");

    private static final List<String> DEPLOYMENTS =
            List.of(
                    "replicas: {static: 1} | ",
                    "replicas: {dynamic: {minReplicas: 1, maxReplicas: 2}} | ",
                    "replicas: {static: 1, dynamic: {minReplicas: 1, maxReplicas: 2}} | only one of 'spec.replicas.static' or 'spec.replicas.dynamic' is allowed",
                    "replicas: {dynamic: {}} | maxReplicas",
                    "podDisruptionBudget: {minAvailable: 1} | ",
                    "podDisruptionBudget: {maxUnavailable: 50%} | ",
                    "podDisruptionBudget: {minAvailable: 1, maxUnavailable: 1} | only one of 'spec.podDisruptionBudget.minAvailable' or 'spec.podDisruptionBudget.maxUnavailable' is allowed",
                    "shutdownManager: {drainStrategy: slow} | Unsupported value",
                    "ports: [{name: a, port: 65536}] | spec.ports[0].port",
                    "adminPort: 0 | spec.adminPort",
                    "livenessProbe: {periodSeconds: 1} | failureThreshold",
                    "envoyConfigRef: null | envoyConfigRef");

    @BeforeAll
    static void install() {
        Account.DISCOVERY.install(SharedControlPlane.shared());
    }

    private static void create(String group, String kind, String spec) {
        var object =
                Serialization.unmarshal(
                        """
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: { name: tried, namespace: default }
                        spec: {%s}
                        """
                                .formatted(group, kind, spec),
                        GenericKubernetesResource.class);
        var _ = SharedControlPlane.shared().client().resource(object).dryRun().create();
    }

    private static void decided(String group, String kind, String begin, String tried) {
        var spec = begin + tried.substring(0, tried.indexOf(" | "));
        var refusal = refusal(tried);
        if (refusal.isEmpty()) {
            create(group, kind, spec);
        } else {
            assertThatThrownBy(() -> create(group, kind, spec))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining(refusal);
        }
    }

    private static String refusal(String tried) {
        return tried.substring(tried.indexOf(" | ") + 3);
    }

    @ParameterizedTest
    @FieldSource("CONFIGS")
    void ofEnvoyConfigs(String tried) {
        decided("marin3r.3scale.net", "EnvoyConfig", "nodeID: test, ", tried);
    }

    /** The content of Envoy's resources is told by the discovery service, in the revision. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resources: [{type: cluster, value: {name: cluster1, type: STRICT_DNS, connect_timeout: xx}}]",
                "serialization: json, envoyResources: {clusters: [{value: '{\"connect_timeout\":\"2xs\"}'}]}",
                "serialization: yaml, envoyResources: {listeners: [{value: 'address: {socket_address: {port: 8443}}'}]}"
            })
    void contentIsNotLookedAt(String spec) {
        create("marin3r.3scale.net", "EnvoyConfig", "nodeID: test, " + spec);
    }

    @Test
    void aRevisionHasNoRulesOfItsOwn() {
        create(
                "marin3r.3scale.net",
                "EnvoyConfigRevision",
                "nodeID: test, version: '1', serialization: b64json, resources: [{type: secret, value: {}}]");
        decided("marin3r.3scale.net", "EnvoyConfigRevision", "nodeID: test", " | spec.version");
    }

    @ParameterizedTest
    @FieldSource("DEPLOYMENTS")
    void ofEnvoyDeployments(String tried) {
        decided(
                "operator.marin3r.3scale.net",
                "EnvoyDeployment",
                "discoveryServiceRef: xds, "
                        + (tried.contains("Ref") ? "" : "envoyConfigRef: routes, "),
                tried);
    }

    /** Every rule of the definitions has a case above. */
    @Test
    void aCaseForEachRule() {
        var messages = new ArrayList<String>();
        for (var name :
                List.of(
                        "envoyconfigs.marin3r.3scale.net",
                        "envoydeployments.operator.marin3r.3scale.net")) {
            var definition =
                    SharedControlPlane.shared()
                            .client()
                            .apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .withName(name)
                            .get();
            rules(Serialization.unmarshal(Serialization.asYaml(definition), Map.class), messages);
        }
        assertThat(messages).hasSize(11);
        var refusals =
                Stream.concat(CONFIGS.stream(), DEPLOYMENTS.stream())
                        .map(EnvoyDefinitionsIT::refusal)
                        .filter(each -> !each.isEmpty())
                        .toList();
        assertThat(messages).allSatisfy(each -> assertThat(refusals).anyMatch(each::contains));
    }

    private static void rules(Object value, List<String> messages) {
        switch (value) {
            case Map<?, ?> map ->
                    map.forEach(
                            (key, below) -> {
                                if (key.equals("message") && map.containsKey("rule")) {
                                    messages.add((String) below);
                                } else {
                                    rules(below, messages);
                                }
                            });
            case List<?> list -> list.forEach(each -> rules(each, messages));
            case null, default -> {}
        }
    }
}
