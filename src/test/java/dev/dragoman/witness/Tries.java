package dev.dragoman.witness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What somebody with the operator's account would try, right by right, without an effect. */
final class Tries {
    /** To delete them is a right that admission asks for where an owner changes, and no request. */
    private static final Set<String> NEVER_DELETED =
            Set.of(
                    "serviceaccounts",
                    "roles.rbac.authorization.k8s.io",
                    "rolebindings.rbac.authorization.k8s.io",
                    "networkpolicies.networking.k8s.io");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final PatchContext MERGE =
            new PatchContext.Builder()
                    .withPatchType(PatchType.JSON_MERGE)
                    .withDryRun(List.of("All"))
                    .build();

    private static final String IMAGE =
            "[{\"op\": \"replace\", \"path\": \"/spec/containers/0/image\", \"value\": \"theirs\"}]";

    private static final PatchContext APPLY =
            new PatchContext.Builder()
                    .withPatchType(PatchType.SERVER_SIDE_APPLY)
                    .withFieldManager("tries")
                    .withDryRun(List.of("All"))
                    .build();

    private final TryCluster cluster;
    private final List<GrantedRight> rights = InstalledRights.all();
    private final List<Try> all = new ArrayList<>();

    /**
     * One request.
     *
     * @param right the verb and the resource that it needs
     * @param own whether the operator does it, so that it must be accepted
     */
    record Try(String right, String what, boolean own, Consumer<KubernetesClient> request) {
        /** What the API server says; empty when it accepts it. */
        String by(KubernetesClient client) {
            try {
                request.accept(client);
                return "";
            } catch (KubernetesClientException e) {
                // the store was asked, so admission had nothing against it
                return e.getCode() == 409 ? "" : e.getCode() + " " + e.getMessage();
            }
        }

        @Override
        public String toString() {
            return right + ": " + what;
        }
    }

    Tries(TryCluster cluster) {
        this.cluster = cluster;
        for (var role : TryObjects.roles().toList()) {
            for (var resource : TryObjects.resources(role)) {
                made(role, resource);
            }
        }
        others();
        // what RBAC refuses is no try of admission
        all.removeIf(each -> rights.stream().noneMatch(right -> right(right).equals(each.right())));
    }

    List<Try> all() {
        return List.copyOf(all);
    }

    /** What a try needs, as it says it. */
    static String right(GrantedRight right) {
        return right.verb() + " " + resource(right);
    }

    private static String resource(GrantedRight right) {
        return right.group().isEmpty() ? right.resource() : right.resource() + "." + right.group();
    }

    private boolean has(String role, String verb, String resource) {
        return rights.stream()
                .filter(right -> right.role().equals(role))
                .anyMatch(right -> right(right).equals(verb + " " + resource));
    }

    /** What components make, by whose role they may. */
    private void made(String role, String resource) {
        var fresh = TryObjects.of(role, resource, cluster.fresh(), cluster.owner(role));
        create(resource, "as the operator makes it for " + role, true, fresh);
        for (var harm : Harm.of(resource)) {
            create(resource, harm.what(), false, harm.in(fresh));
        }
        create(
                resource,
                "beside the operator",
                false,
                TryObjects.of(role, resource, cluster.own(), cluster.owner(role)));
        var lived = TryObjects.of(role, resource, cluster.lived(), cluster.owner(role));
        patch(resource, "as the operator changes it for " + role, true, lived, label("color"));
        patch(resource, "its label is taken away", false, lived, "{metadata: {labels: null}}");
        patch(resource, "it is given away", false, lived, "{metadata: {ownerReferences: null}}");
        for (var harm : Harm.of(resource)) {
            if (harm.content()) {
                patch(resource, harm.what(), false, lived, difference(lived, harm.in(lived)));
            }
        }
        if (has(role, "delete", resource) && !NEVER_DELETED.contains(resource)) {
            delete(resource, "as the operator deletes it for " + role, true, lived);
        }
        for (var namespace : List.of(cluster.lived(), "kube-system")) {
            var theirs = TryObjects.of(role, resource, namespace, cluster.owner(role));
            theirs.getMetadata().setName(TryCluster.THEIRS);
            strangers(resource, theirs, content(theirs));
        }
    }

    private static String label(String key) {
        return "{metadata: {labels: {%s: blue}}}".formatted(key);
    }

    /** All but who it is. */
    private static String content(GenericKubernetesResource object) {
        ObjectNode copy = MAPPER.valueToTree(object);
        copy.remove(List.of("apiVersion", "kind"));
        ((ObjectNode) copy.path("metadata")).remove(List.of("name", "namespace"));
        return copy.toString();
    }

    /** A merge patch that makes the second of the first. */
    private static String difference(GenericKubernetesResource from, GenericKubernetesResource to) {
        ObjectNode wanted = MAPPER.valueToTree(to);
        return difference(MAPPER.valueToTree(from), wanted).toString();
    }

    private static ObjectNode difference(ObjectNode from, ObjectNode to) {
        var patch = MAPPER.createObjectNode();
        from.fieldNames()
                .forEachRemaining(
                        key -> {
                            if (!to.has(key)) {
                                patch.putNull(key);
                            }
                        });
        for (var field : to.properties()) {
            var before = from.get(field.getKey());
            if (before instanceof ObjectNode was && field.getValue() instanceof ObjectNode is) {
                patch.set(field.getKey(), difference(was, is));
            } else if (!field.getValue().equals(before)) {
                patch.set(field.getKey(), field.getValue());
            }
        }
        return patch;
    }

    /** Somebody else's object: changed, taken over, deleted. */
    private void strangers(String resource, GenericKubernetesResource theirs, String takeover) {
        var where = " of a stranger in " + theirs.getMetadata().getNamespace();
        patch(resource, "one" + where + " gets a label", false, theirs, label("color"));
        patch(resource, "one" + where + " is taken over", false, theirs, takeover);
        if (!resource.equals("secrets")) {
            // that is a right of dragoman-secrets, where an administrator binds it
            delete(resource, "one" + where, false, theirs);
        }
    }

    private void others() {
        for (var yaml :
                List.of(
                        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: theirs}, spec: {hard: {pods: 0}}}",
                        "{apiVersion: v1, kind: LimitRange, metadata: {name: theirs}}",
                        "{apiVersion: v1, kind: Secret, metadata: {name: dragoman-token}}")) {
            // a name is known to RBAC at a change alone
            for (var namespace : List.of(cluster.fresh(), "kube-system")) {
                var object = object(yaml);
                object.getMetadata().setNamespace(namespace);
                if (!object.getKind().equals("Secret")) {
                    create(resource(object), "in " + namespace, false, object);
                }
            }
            var theirs = object(yaml);
            theirs.getMetadata().setNamespace(cluster.lived());
            strangers(resource(theirs), theirs, label("dragoman.dev/vended"));
        }
        var token = object("{apiVersion: v1, kind: Secret, metadata: {name: dragoman-token}}");
        token.getMetadata().setNamespace(cluster.fresh());
        // RBAC knows the name of what is applied
        all.add(
                new Try(
                        "create secrets",
                        "that of its tokens",
                        false,
                        client -> {
                            var _ = on(client, token).patch(APPLY);
                        }));
        namespaces();
        // the others are the API server's own to keep
        delete(
                "namespaces",
                "a team's",
                false,
                object(
                        "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}"
                                .formatted(cluster.fresh())));
        marks();
        for (var name : List.of("cdtargets", "discoveryservices")) {
            ofComponents(name);
        }
        var envoy =
                object(
                        "{apiVersion: marin3r.3scale.net/v1alpha1, kind: EnvoyConfig, metadata: {name: theirs}}");
        envoy.getMetadata().setNamespace(cluster.fresh());
        all.add(
                new Try(
                        "* *.marin3r.3scale.net",
                        "a configuration of Envoy",
                        false,
                        client -> {
                            var _ = on(client, envoy).dryRun().create();
                        }));
        all.add(
                new Try(
                        "create serviceaccounts/token",
                        "of a stranger's account",
                        false,
                        client -> {
                            var _ =
                                    client.serviceAccounts()
                                            .inNamespace(cluster.fresh())
                                            .withName("admin")
                                            .tokenRequest(new TokenRequest());
                        }));
    }

    private void namespaces() {
        create(
                "namespaces",
                "one that is not called its own",
                false,
                object("{apiVersion: v1, kind: Namespace, metadata: {name: theirs}}"));
        for (var name : List.of(cluster.lived(), "kube-public", "kube-system")) {
            var namespace =
                    object(
                            "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}"
                                    .formatted(name));
            patch("namespaces", name + " gets a label", false, namespace, label("color"));
            patch(
                    "namespaces",
                    name + " is taken over",
                    false,
                    namespace,
                    "{metadata: {labels: {dragoman.dev/vended: 'true'}}}");
            patch(
                    "namespaces",
                    name + " may run what is privileged",
                    false,
                    namespace,
                    "{metadata: {labels: {pod-security.kubernetes.io/enforce: privileged}}}");
            patch(
                    "namespaces",
                    name + " is served",
                    name.equals(cluster.lived()),
                    namespace,
                    "{metadata: {labels: {marin3r.3scale.net/status: enabled},"
                            + " annotations: {dragoman.dev/discovery-service: a/xds}}}");
        }
    }

    private void marks() {
        var pod =
                object(
                        "{apiVersion: v1, kind: Pod, metadata: {name: %s}}"
                                .formatted(cluster.pod()));
        pod.getMetadata().setNamespace(cluster.lived());
        patch(
                "pods",
                "a busy agent",
                true,
                pod,
                "{metadata: {labels: {dragoman.dev/busy: agents}, annotations: {"
                        + "cluster-autoscaler.kubernetes.io/safe-to-evict: 'false',"
                        + " karpenter.sh/do-not-disrupt: 'true'}}}");
        patch(
                "pods",
                "another annotation",
                false,
                pod,
                "{metadata: {annotations: {cluster-autoscaler.kubernetes.io/other: 'false'}}}");
        patch("pods", "an end", false, pod, "{spec: {activeDeadlineSeconds: 1}}");
        all.add(
                new Try(
                        "patch pods",
                        "another image",
                        false,
                        client -> {
                            var _ =
                                    on(client, pod)
                                            .patch(
                                                    new PatchContext.Builder()
                                                            .withPatchType(PatchType.JSON)
                                                            .withDryRun(List.of("All"))
                                                            .build(),
                                                    IMAGE);
                        }));
        patch("pods", "another label", false, pod, label("color"));
        patch("pods", "no label", false, pod, "{metadata: {labels: {app: null}}}");
        patch("pods", "another annotation", false, pod, "{metadata: {annotations: {a: b}}}");
        patch("pods", "a finalizer", false, pod, "{metadata: {finalizers: [example.com/never]}}");
        patch("pods", "no owner", false, pod, "{metadata: {ownerReferences: null}}");
    }

    /** What teams have written: nothing of it but a finalizer is the operator's. */
    private void ofComponents(String resource) {
        boolean targets = resource.equals("cdtargets");
        var object =
                object(
                        targets
                                ? "{apiVersion: cnad.gofound.nl/v1alpha1, kind: CDTarget, metadata: {name: agents}}"
                                : "{apiVersion: operator.marin3r.3scale.net/v1alpha1, kind: DiscoveryService, metadata: {name: xds}}");
        object.getMetadata().setNamespace(cluster.lived());
        var right =
                targets
                        ? "cdtargets.cnad.gofound.nl"
                        : "discoveryservices.operator.marin3r.3scale.net";
        patch(
                right,
                "the finalizer",
                true,
                object,
                "{metadata: {finalizers: [dragoman.dev/%s]}}"
                        .formatted(targets ? "agents" : "discovery"));
        patch(
                right,
                "another finalizer",
                false,
                object,
                "{metadata: {finalizers: [example.com/a]}}");
        patch(
                right,
                "the spec",
                false,
                object,
                targets ? "{spec: {agentImage: theirs}}" : "{spec: {image: theirs}}");
        patch(right, "a label", false, object, label("color"));
        patch(right, "an annotation", false, object, "{metadata: {annotations: {a: b}}}");
    }

    private void create(String resource, String what, boolean own, GenericKubernetesResource it) {
        all.add(
                new Try(
                        "create " + resource,
                        what,
                        own,
                        client -> {
                            var _ = on(client, it).dryRun().create();
                        }));
    }

    private void patch(
            String resource, String what, boolean own, GenericKubernetesResource it, String yaml) {
        var patch = Serialization.unmarshal("---\n" + yaml, ObjectNode.class).toString();
        all.add(
                new Try(
                        "patch " + resource,
                        what,
                        own,
                        client -> {
                            var _ = on(client, it).patch(MERGE, patch);
                        }));
    }

    private void delete(String resource, String what, boolean own, GenericKubernetesResource it) {
        all.add(
                new Try(
                        "delete " + resource,
                        what,
                        own,
                        client -> {
                            var _ = on(client, it).dryRun().delete();
                        }));
    }

    private static Resource<GenericKubernetesResource> on(
            KubernetesClient client, GenericKubernetesResource object) {
        return client.resource(object);
    }

    private static GenericKubernetesResource object(String yaml) {
        // what begins with a brace would be taken for JSON
        return Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    private static String resource(GenericKubernetesResource object) {
        return Map.of(
                        "ResourceQuota", "resourcequotas",
                        "LimitRange", "limitranges",
                        "Secret", "secrets")
                .get(object.getKind());
    }
}
