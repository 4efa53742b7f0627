package dev.dragoman.witness;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * For each kind that a component lets the operator write: one object as the operator makes it, by
 * the component that has the right. What tries make of them follows in {@link Harm}.
 */
final class TryObjects {
    static final String TARGETS = "ClusterRole/dragoman-cdtargets-writes";
    static final String SERVICES = "ClusterRole/dragoman-discovery-writes";

    private static final String OF_TARGET =
            """
            metadata:
              name: NAME
              labels: { app: build-agents, dragoman.dev/cdtarget: "true" }
              ownerReferences: [ { apiVersion: cnad.gofound.nl/v1alpha1, kind: CDTarget, name: agents, uid: UID, controller: true } ]
            """;

    private static final String OF_SERVICE =
            """
            metadata:
              name: NAME
              labels: { app.kubernetes.io/component: discovery-service, app.kubernetes.io/instance: xds }
              ownerReferences: [ { apiVersion: operator.marin3r.3scale.net/v1alpha1, kind: DiscoveryService, name: xds, uid: UID, controller: true } ]
            """;

    private static final String PODS =
            """
            spec:
              replicas: 0
              selector: { matchLabels: { app: build-agents } }
              template:
                metadata: { labels: { app: build-agents } }
                spec:
                  ACCOUNT
                  containers: [ { name: agent, image: example.com/agent:1 } ]
                  volumes: [ { name: token, secret: { secretName: cdtarget-token } } ]
            """;

    /** Role, then resource with its group, then the object. */
    private static final Map<String, Map<String, String>> MADE = new LinkedHashMap<>();

    static {
        target(
                "networkpolicies.networking.k8s.io",
                "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n",
                "agents",
                "spec: { podSelector: { matchLabels: { app: build-agents } }, policyTypes: [ Egress ] }\n");
        target(
                "configmaps",
                "apiVersion: v1\nkind: ConfigMap\n",
                "agents-config",
                "data: { AZP_POOL: pool }\n");
        target(
                "deployments.apps",
                "apiVersion: apps/v1\nkind: Deployment\n",
                "agents",
                PODS.replace("ACCOUNT\n", "terminationGracePeriodSeconds: 60\n"));
        target(
                "scaledobjects.keda.sh",
                "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\n",
                "agents",
                "spec: { scaleTargetRef: { name: agents }, triggers: [ { type: azure-pipelines,"
                        + " metadata: { poolName: pool }, authenticationRef: { name: pool-trigger-auth } } ] }\n");
        target(
                "scaledjobs.keda.sh",
                "apiVersion: keda.sh/v1alpha1\nkind: ScaledJob\n",
                "agents",
                "spec: { jobTargetRef: { template: { metadata: { labels: { app: build-agents } }, spec: {"
                        + " restartPolicy: Never, containers: [ { name: agent, image: example.com/agent:1 } ],"
                        + " volumes: [] } } }, triggers: [ { type: azure-pipelines, metadata: { poolName: pool },"
                        + " authenticationRef: { name: pool-trigger-auth } } ] }\n");
        target(
                "triggerauthentications.keda.sh",
                "apiVersion: keda.sh/v1alpha1\nkind: TriggerAuthentication\n",
                "pool-trigger-auth",
                "spec: { secretTargetRef: [ { parameter: personalAccessToken, name: cdtarget-token, key: AZP_TOKEN } ] }\n");
        service(
                "discoveryservicecertificates.operator.marin3r.3scale.net",
                "apiVersion: operator.marin3r.3scale.net/v1alpha1\nkind: DiscoveryServiceCertificate\n",
                "marin3r-ca-cert-xds",
                "spec: { commonName: ca, isCA: true, validFor: 94608000, signer: { selfSigned: {} },"
                        + " secretRef: { name: marin3r-ca-cert-xds } }\n");
        service(
                "services",
                "apiVersion: v1\nkind: Service\n",
                "marin3r-xds",
                "spec: { type: ClusterIP, selector: { app: xds }, ports: [ { name: discovery, port: 18000 } ] }\n");
        service("serviceaccounts", "apiVersion: v1\nkind: ServiceAccount\n", "marin3r-xds", "");
        service(
                "roles.rbac.authorization.k8s.io",
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n",
                "marin3r-xds",
                "rules: [ { apiGroups: [ '' ], resources: [ pods ], verbs: [ get, list, watch ] } ]\n");
        service(
                "rolebindings.rbac.authorization.k8s.io",
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\n",
                "marin3r-xds",
                """
                roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: marin3r-xds }
                subjects: [ { kind: ServiceAccount, name: marin3r-xds, namespace: NAMESPACE } ]
                """);
        service(
                "deployments.apps",
                "apiVersion: apps/v1\nkind: Deployment\n",
                "marin3r-xds",
                PODS.replace("ACCOUNT", "serviceAccountName: marin3r-xds"));
        service(
                "horizontalpodautoscalers.autoscaling",
                "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\n",
                "marin3r-xds",
                "spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: marin3r-xds } }\n");
        service(
                "poddisruptionbudgets.policy",
                "apiVersion: policy/v1\nkind: PodDisruptionBudget\n",
                "marin3r-xds",
                "spec: { minAvailable: 1, selector: { matchLabels: { app: xds } } }\n");
        service(
                "configmaps",
                "apiVersion: v1\nkind: ConfigMap\n",
                "envoy-sidecar-bootstrap",
                "data: { config.json: '{}' }\n");
    }

    private TryObjects() {}

    private static void target(String resource, String kind, String name, String content) {
        MADE.computeIfAbsent(TARGETS, _ -> new LinkedHashMap<>())
                .put(resource, kind + OF_TARGET.replace("NAME", name) + content);
    }

    private static void service(String resource, String kind, String name, String content) {
        MADE.computeIfAbsent(SERVICES, _ -> new LinkedHashMap<>())
                .put(resource, kind + OF_SERVICE.replace("NAME", name) + content);
    }

    /** Roles whose objects are known. */
    static Stream<String> roles() {
        return MADE.keySet().stream();
    }

    /** Resources of a role, with their group. */
    static List<String> resources(String role) {
        return List.copyOf(MADE.get(role).keySet());
    }

    static boolean knows(String role, String resource) {
        return MADE.getOrDefault(role, Map.of()).containsKey(resource);
    }

    /**
     * The object as the operator makes it.
     *
     * @param owner uid of the CDTarget or DiscoveryService
     */
    static GenericKubernetesResource of(
            String role, String resource, String namespace, String owner) {
        var yaml =
                MADE.get(role)
                        .get(resource)
                        .replace("NAMESPACE", namespace)
                        .replace("UID", "\"" + owner + "\"");
        var object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace);
        return object;
    }
}
