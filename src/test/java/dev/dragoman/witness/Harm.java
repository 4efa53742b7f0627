package dev.dragoman.witness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What makes an object harmful that the operator might make otherwise.
 *
 * @param what in words
 * @param resources which ones can have it; empty for all
 * @param content whether it is in what the object holds, so that a change can bring it too
 */
record Harm(String what, Set<String> resources, boolean content, Consumer<ObjectNode> change) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Set<String> WORKLOADS = Set.of("deployments.apps", "scaledjobs.keda.sh");

    private static final List<Harm> ALL = new ArrayList<>();

    static {
        metadata("without an owner", "ownerReferences: null");
        metadata(
                "with a foreign owner",
                "ownerReferences: [ { apiVersion: v1, kind: Secret, name: theirs, uid: theirs } ]");
        metadata("without a label", "labels: null");
        metadata(
                "with a name that does not follow from its owner's",
                "name: theirs",
                "services",
                "poddisruptionbudgets.policy",
                "triggerauthentications.keda.sh");
        metadata("in kube-system", "namespace: kube-system");
        metadata("in kube-public", "namespace: kube-public");
        pod("hostPath", "volumes: [ { name: token, hostPath: { path: / } } ]");
        pod("nfs", "volumes: [ { name: token, nfs: { path: /, server: example.com } } ]");
        pod("hostNetwork", "hostNetwork: true");
        pod("hostPID", "hostPID: true");
        pod("hostIPC", "hostIPC: true");
        pod(
                "sysctls",
                "securityContext: { sysctls: [ { name: net.core.somaxconn, value: '1' } ] }");
        pod("seccomp of the pod", "securityContext: { seccompProfile: { type: Unconfined } }");
        pod("AppArmor of the pod", "securityContext: { appArmorProfile: { type: Unconfined } }");
        pod("SELinux of the pod", "securityContext: { seLinuxOptions: { type: spc_t } }");
        pod("a service account", "{ serviceAccountName: admin, serviceAccount: admin }");
        pod(
                "an init container",
                "initContainers: [ { name: i, image: i, securityContext: { privileged: true } } ]");
        container("privileged", "securityContext: { privileged: true }");
        container(
                "allowPrivilegeEscalation", "securityContext: { allowPrivilegeEscalation: true }");
        container("a capability", "securityContext: { capabilities: { add: [ SYS_ADMIN ] } }");
        container("seccomp", "securityContext: { seccompProfile: { type: Unconfined } }");
        container("AppArmor", "securityContext: { appArmorProfile: { type: Unconfined } }");
        container("SELinux", "securityContext: { seLinuxOptions: { level: s0 } }");
        container("hostPort", "ports: [ { containerPort: 80, hostPort: 80 } ]");
        container("a probe", "livenessProbe: { httpGet: { host: 169.254.169.254, port: 80 } }");
        container(
                "a hook",
                "lifecycle: { postStart: { httpGet: { host: 169.254.169.254, port: 80 } } }");
        content(
                "/dev/proc unmasked",
                WORKLOADS,
                object -> {
                    spec(object).put("hostUsers", false);
                    merge(
                            (ObjectNode) spec(object).path("containers").path(0),
                            "securityContext: { procMount: Unmasked }");
                });
        content(
                "AppArmor by annotation",
                WORKLOADS,
                object ->
                        merge(
                                template(object),
                                "metadata: { annotations: {"
                                        + " container.apparmor.security.beta.kubernetes.io/agent: unconfined } }"));
        of(
                "networkpolicies.networking.k8s.io",
                "all pods",
                "spec: { podSelector: { matchLabels: null } }");
        of(
                "scaledobjects.keda.sh",
                "another Deployment",
                "spec: { scaleTargetRef: { name: theirs } }");
        of(
                "scaledobjects.keda.sh",
                "another kind",
                "spec: { scaleTargetRef: { kind: StatefulSet } }");
        of(
                "horizontalpodautoscalers.autoscaling",
                "another Deployment",
                "spec: { scaleTargetRef: { name: theirs } }");
        of(
                "horizontalpodautoscalers.autoscaling",
                "another kind",
                "spec: { scaleTargetRef: { kind: StatefulSet } }");
        for (var kind : List.of("scaledobjects.keda.sh", "scaledjobs.keda.sh")) {
            of(
                    kind,
                    "a credential of the cluster",
                    "spec: { triggers: [ { type: cron, metadata: {}, authenticationRef: {"
                            + " name: theirs, kind: ClusterTriggerAuthentication } } ] }");
        }
        of(
                "triggerauthentications.keda.sh",
                "the token of an account",
                "spec: { boundServiceAccountToken: [ { parameter: token, serviceAccountName: admin } ] }");
        of("services", "externalIPs", "spec: { externalIPs: [ 192.0.2.1 ] }");
        of("services", "NodePort", "spec: { type: NodePort }");
        of(
                "services",
                "ExternalName",
                "spec: { type: ExternalName, externalName: example.com, clusterIP: null, clusterIPs: null }");
        of("services", "no selector", "spec: { selector: null }");
        of(
                "roles.rbac.authorization.k8s.io",
                "more rights",
                "rules: [ { apiGroups: [ apps ], resources: [ deployments ], verbs: [ create ] } ]");
        of(
                "rolebindings.rbac.authorization.k8s.io",
                "somebody",
                "subjects: [ { kind: User, name: mallory, apiGroup: rbac.authorization.k8s.io } ]");
    }

    /** What an object of the resource can have. */
    static List<Harm> of(String resource) {
        return ALL.stream()
                .filter(each -> each.resources.isEmpty() || each.resources.contains(resource))
                .toList();
    }

    /** The object with it. */
    GenericKubernetesResource in(GenericKubernetesResource object) {
        ObjectNode copy = MAPPER.valueToTree(object);
        change.accept(copy);
        return Serialization.unmarshal(copy.toString(), GenericKubernetesResource.class);
    }

    private static void metadata(String what, String yaml, String... without) {
        ALL.add(
                new Harm(
                        what,
                        without.length == 0 ? Set.of() : allBut(Set.of(without)),
                        false,
                        object -> merge((ObjectNode) object.path("metadata"), yaml)));
    }

    private static Set<String> allBut(Set<String> without) {
        return TryObjects.roles()
                .flatMap(role -> TryObjects.resources(role).stream())
                .filter(each -> !without.contains(each))
                // names of policies begin with that of their target
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }

    private static void of(String resource, String what, String yaml) {
        content(what, Set.of(resource), object -> merge(object, yaml));
    }

    private static void pod(String what, String yaml) {
        content("pods: " + what, WORKLOADS, object -> merge(spec(object), yaml));
    }

    private static void container(String what, String yaml) {
        content(
                "containers: " + what,
                WORKLOADS,
                object -> merge((ObjectNode) spec(object).path("containers").path(0), yaml));
    }

    private static void content(String what, Set<String> resources, Consumer<ObjectNode> change) {
        ALL.add(new Harm(what, resources, true, change));
    }

    private static ObjectNode template(ObjectNode object) {
        var spec = object.path("spec");
        return (ObjectNode)
                (spec.has("template") ? spec : spec.path("jobTargetRef")).path("template");
    }

    private static ObjectNode spec(ObjectNode object) {
        return (ObjectNode) template(object).path("spec");
    }

    /** As a merge patch: null takes away. */
    private static void merge(ObjectNode into, String yaml) {
        merge(into, Serialization.unmarshal("---\n" + yaml, ObjectNode.class));
    }

    private static void merge(ObjectNode into, ObjectNode patch) {
        for (var field : patch.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                into.remove(field.getKey());
            } else if (value instanceof ObjectNode map
                    && into.get(field.getKey()) instanceof ObjectNode there) {
                merge(there, map);
            } else {
                into.set(field.getKey(), value);
            }
        }
    }
}
