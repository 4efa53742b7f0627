package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.StartRefused;
import dev.dragoman.cluster.Account;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is not granted: each refusal tells why on the request, each is seen to be the guard's work
 * by weakening the guard, and each heals when its cause is corrected.
 */
@Landing
@OneTry
class RefusalsIT {
    /**
     * A namespace of the cluster's; no other test expects of this one that nobody gives it away.
     */
    private static final String GIVEN = "kube-node-lease";

    /** Lets the operator bind the role {@code view} in the whole cluster. */
    private static final String WEAKENED =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: NAME}
            rules:
            - apiGroups: [rbac.authorization.k8s.io]
              resources: [clusterrolebindings]
              verbs: [get, list, watch, create, patch, update, delete]
            - apiGroups: [rbac.authorization.k8s.io]
              resources: [clusterroles]
              resourceNames: [view]
              verbs: [bind]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: NAME}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: NAME}
            subjects: [{kind: ServiceAccount, name: dragoman, namespace: dragoman-refused}]
            """;

    private Vending vending;

    @BeforeEach
    void prepare() {
        vending = new Vending(Account.VENDING_WITH_MORE);
    }

    @AfterEach
    void stop() {
        vending.close();
    }

    @Test
    void namesThatNoRuleAllows() {
        vending.start();
        vending.request("hello");
        vending.request("ci-projectfoo-pr123");
        vending.request("nsp-with.dot");
        vending.request("nsp-" + "x".repeat(60));
        vending.request("kube-root-ca.crt.mine");
        assertThat(vending.reason("hello", "NoRuleMatches")).contains("^nsp-");
        vending.reason("ci-projectfoo-pr123", "NoRuleMatches");
        vending.reason("nsp-with.dot", "InvalidName");
        vending.reason("nsp-" + "x".repeat(60), "InvalidName");
        assertThat(vending.annotations("hello")).containsEntry("dragoman.dev/state", "Refused");
        await().until(() -> vending.events("hello").equals(java.util.List.of("NoRuleMatches")));
        // the one that Kubernetes puts into every namespace is no request
        assertThat(vending.annotations("kube-root-ca.crt")).doesNotContainKey("dragoman.dev/state");
        assertThat(vending.namespace("hello")).isNull();

        vending.stop();
        vending.environment.put("VALID_REGEXES", "hello ^ci-[a-z0-9-]+$");
        vending.start();
        vending.ready("hello");
        vending.ready("ci-projectfoo-pr123");
        vending.client().namespaces().withName("hello").delete();
        vending.client().namespaces().withName("ci-projectfoo-pr123").delete();
    }

    @Test
    void systemNamespaces() {
        vending.environment.put("VALID_REGEXES", ".*");
        vending.start();
        for (var name : new String[] {"kube-system", GIVEN, "default", "dragoman-refused"}) {
            vending.request(name);
            vending.reason(name, "ReservedName");
        }
        vending.request(vending.requests);
        vending.reason(vending.requests, "ReservedName");
        vending.stop();

        // with nothing reserved they are still namespaces of somebody else
        vending.environment.put("DRAGOMAN_NAMESPACES_RESERVED", "^nothing$");
        vending.start();
        vending.reason(GIVEN, "NamespaceExists");
        // and only an administrator who calls them ours makes them so
        label(GIVEN, "true");
        vending.reason(GIVEN, "NamespaceExists");
        give(GIVEN);
        try {
            vending.ready(GIVEN);
            assertThat(vending.as(GIVEN, "get", "pods").code()).isZero();
        } finally {
            vending.stop();
            label(GIVEN, null);
            give(GIVEN, null);
            annotate(GIVEN, "dragoman.dev/requests-namespace", null);
            vending.client()
                    .rbac()
                    .roleBindings()
                    .inNamespace(GIVEN)
                    .withName("admin-clusterrole")
                    .delete();
        }
    }

    @Test
    void namespacesOfOthersUntilTheyAreGoneOrGivenOver() {
        var gone = vending.name("gone");
        var given = vending.name("given");
        make(gone);
        make(given);
        vending.start();
        vending.request(gone);
        vending.request(given);
        vending.reason(gone, "NamespaceExists");
        vending.reason(given, "NamespaceExists");
        assertThat(vending.secret(gone)).isNull();
        assertThat(vending.client().serviceAccounts().inNamespace(gone).withName("admin").get())
                .isNull();

        vending.client().namespaces().withName(gone).delete();
        vending.ready(gone);
        label(given, "true");
        give(given);
        vending.ready(given);
        assertThat(vending.as(given, "get", "pods").code()).isZero();
        await().untilAsserted(
                        () ->
                                assertThat(vending.events(gone))
                                        .startsWith("NamespaceExists")
                                        .endsWith("CredentialsReady"));
    }

    @Test
    void aNamespaceOfAnEarlierRequest() {
        vending.start();
        var name = vending.name("again");
        vending.request(name);
        vending.ready(name);
        var uid = vending.namespace(name).getMetadata().getUid();
        vending.client().configMaps().inNamespace(vending.requests).withName(name).delete();

        // another team's ConfigMap of the same name gets nothing of what the first team has
        vending.request(
                name, Map.of("dragoman.dev/request-uid", uid, "dragoman.dev/state", "Ready"));
        vending.reason(name, "NamespaceOfEarlierRequest");
        assertThat(vending.namespace(name).getMetadata().getUid()).isEqualTo(uid);

        // what it says of itself means nothing, and is refused where it would be served
        vending.client().namespaces().withName(name).delete();
        assertThat(vending.reason(name, "InvalidAnnotation")).contains("dragoman.dev/request-uid");
        vending.client()
                .configMaps()
                .inNamespace(vending.requests)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"dragoman.dev/request-uid\":null}}}");
        vending.ready(name);
        assertThat(vending.namespace(name).getMetadata().getUid()).isNotEqualTo(uid);

        // weakened by the one who may: the note of whose it is
        vending.client().configMaps().inNamespace(vending.requests).withName(name).delete();
        vending.request(name);
        vending.reason(name, "NamespaceOfEarlierRequest");
        give(name);
        vending.ready(name);
    }

    @Test
    void aSecretOfSomebodyElse() {
        var name = vending.name("secret");
        vending.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withNamespace(vending.requests)
                                .endMetadata()
                                .addToStringData("theirs", "yes")
                                .build())
                .create();
        vending.start();
        vending.request(name);
        assertThat(vending.reason(name, "SecretExists")).contains(name);
        assertThat(vending.secret(name).getData()).containsOnlyKeys("theirs");
        vending.client().secrets().inNamespace(vending.requests).withName(name).delete();
        vending.ready(name);
    }

    @Test
    void annotationsThatCannotBeRead() {
        vending.start();
        var name = vending.name("annotated");
        vending.request(name, Map.of("dragoman.dev/time-to-live", "soon"));
        assertThat(vending.reason(name, "InvalidAnnotation")).contains("24h");
        assertThat(vending.namespace(name)).isNull();
        vending.client()
                .configMaps()
                .inNamespace(vending.requests)
                .withName(name)
                .edit(
                        c -> {
                            c.getMetadata()
                                    .getAnnotations()
                                    .put("dragoman.dev/time-to-live", "24h");
                            return c;
                        });
        vending.ready(name);
    }

    @Test
    void templatesThatReachFurther(@TempDir Path overlays) throws IOException {
        vending.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
        var template = overlays.resolve("namespace.template.yaml");
        var good =
                """
                apiVersion: v1
                kind: Namespace
                metadata: {name: $NAMESPACE, labels: {team: "$NAMESPACE.of.${REQUESTS_NAMESPACE}"}}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: admin}
                """;
        for (var wrong :
                Map.of(
                                "kind: ClusterRoleBinding\napiVersion: rbac.authorization.k8s.io/v1\nmetadata: {name: x}",
                                "not granted",
                                "kind: ServiceAccount\napiVersion: v1\nmetadata: {name: x, namespace: kube-system}",
                                "kube-system",
                                "kind: ServiceAccount\napiVersion: v1\nmetadata: {name: x, ownerReferences: []}",
                                "ownerReferences",
                                "kind: Namespace\napiVersion: v1\nmetadata: {name: kube-system}",
                                "$NAMESPACE",
                                "kind: [",
                                "not YAML")
                        .entrySet()) {
            Files.writeString(template, good + "---\n" + wrong.getKey() + "\n");
            assertThatThrownBy(vending::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("namespace.template.yaml:")
                    .hasMessageContaining(wrong.getValue());
        }
        Files.writeString(template, good);
        vending.start();
        var name = vending.name("overlay");
        vending.request(name);
        vending.ready(name);
        assertThat(vending.namespace(name).getMetadata().getLabels())
                .containsEntry("team", name + ".of." + vending.requests);
        // no binding in this template: the credentials are somebody's who may do nothing
        assertThat(vending.as(name, "get", "pods").forbidden()).isTrue();
    }

    @Test
    void aTemplateReachesTheClusterOnlyByASettingAndByRights(@TempDir Path overlays)
            throws IOException {
        vending.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
        var binding = "rbac.authorization.k8s.io/ClusterRoleBinding";
        Files.writeString(
                overlays.resolve("namespace.template.yaml"),
                """
                apiVersion: v1
                kind: Namespace
                metadata: {name: $NAMESPACE}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: admin}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: $NAMESPACE}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
                subjects: [{kind: ServiceAccount, name: admin, namespace: $NAMESPACE}]
                """);
        assertThatThrownBy(vending::start).hasMessageContaining(binding + " is not granted");

        vending.environment.put("DRAGOMAN_NAMESPACES_KINDS", "core/ServiceAccount," + binding);
        vending.start();
        var name = vending.name("cluster");
        vending.request(name);
        vending.reason(name, "Forbidden");

        // no more than it takes
        var weakened = vending.name("weakened");
        var _ = vending.install.apply(WEAKENED.replace("NAME", weakened), weakened + ".yaml");
        try {
            vending.ready(name);
            assertThat(vending.as(name, "get", "pods", "-n", "default").code()).isZero();
        } finally {
            vending.stop();
            var _ =
                    vending.install.kubectl(
                            java.util.List.of("delete", "clusterrolebinding", weakened, name));
            var _ = vending.install.kubectl(java.util.List.of("delete", "clusterrole", weakened));
        }
    }

    private void make(String name) {
        vending.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                .create();
    }

    private void label(String namespace, String value) {
        vending.client()
                .namespaces()
                .withName(namespace)
                .edit(
                        n -> {
                            var labels = new java.util.HashMap<>(n.getMetadata().getLabels());
                            if (value == null) {
                                labels.remove("dragoman.dev/vended");
                            } else {
                                labels.put("dragoman.dev/vended", value);
                            }
                            n.getMetadata().setLabels(labels);
                            return n;
                        });
    }

    /** Notes on the namespace that it is for the ConfigMap of its name, as an administrator may. */
    private void give(String namespace) {
        give(namespace, vending.current(namespace).getMetadata().getUid());
    }

    private void give(String namespace, String uid) {
        annotate(namespace, "dragoman.dev/request-uid", uid);
    }

    private void annotate(String namespace, String key, String value) {
        vending.client()
                .namespaces()
                .withName(namespace)
                .edit(
                        n -> {
                            var annotations =
                                    new java.util.HashMap<>(
                                            n.getMetadata().getAnnotations() == null
                                                    ? Map.of()
                                                    : n.getMetadata().getAnnotations());
                            if (value == null) {
                                annotations.remove(key);
                            } else {
                                annotations.put(key, value);
                            }
                            n.getMetadata().setAnnotations(annotations);
                            return n;
                        });
    }
}
