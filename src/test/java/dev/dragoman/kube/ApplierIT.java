package dev.dragoman.kube;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Applied objects on a real API server, with other writers and admission behind their backs. */
@Landing
class ApplierIT extends KubeWritersFixture {
    private static final String MERGE = "application/merge-patch+json";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String NETWORK_POLICIES =
            "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    private static final String BINDINGS =
            "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings/";

    private final Applier applier = new Applier(client, kinds, this::tell);

    private static Map<String, Object> configMap(String name, Map<String, Object> data) {
        return object("v1", "ConfigMap", name, "data", data);
    }

    private static ApplyOptions by(Map<String, Object> owner) {
        return new ApplyOptions("dragoman-test", Optional.of(owner), false);
    }

    @Test
    void appliedObjectIsWrittenOnceAndFollowsRemovedFields() {
        var owner = widget();
        var name = unique("applied");
        var wanted = configMap(name, Map.of("a", "1", "b", "2"));

        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Written.class);
        assertThat(told).as("create").hasSize(1);
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(told).hasSize(1);

        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner)))
                .isInstanceOf(Applied.Written.class);
        assertThat(Json.map(raw.get(MAPS + "/" + name), "data")).isEqualTo(Map.of("a", "1"));

        raw.patch(MAPS + "/" + name, MERGE, Map.of("data", Map.of("theirs", "x")));
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner)))
                .as("a field of somebody else's is no difference")
                .isInstanceOf(Applied.Unchanged.class);
    }

    /** In the API server's own words: nothing but a deletion helps. */
    @Test
    void whatCanNeverBeChangedIsToDelete() {
        var owner = widget();
        var name = unique("immutable");
        for (var kind : List.of("ConfigMap", "Secret")) {
            var wanted = new LinkedHashMap<>(configMap(name, Map.of("a", "MQ==")));
            wanted.put("kind", kind);
            wanted.put("immutable", true);
            var _ = applier.apply(wanted, by(owner));
            wanted.remove("immutable");
            wanted.put("data", Map.of("a", "Mg=="));
            assertThatThrownBy(() -> applier.apply(wanted, by(owner)))
                    .isInstanceOfSatisfying(
                            WriteRefused.class,
                            each -> assertThat(each.reason()).isEqualTo(kind + "Immutable"))
                    .hasMessageContaining("Delete the object")
                    .hasMessageNotContaining("Mg==");
            if (kind.equals("Secret")) {
                wanted.put("type", "example.com/other");
                wanted.put("data", Map.of("a", "MQ=="));
                wanted.put("immutable", true);
                assertThatThrownBy(() -> applier.apply(wanted, by(owner)))
                        .isInstanceOfSatisfying(
                                WriteRefused.class,
                                each -> assertThat(each.reason()).isEqualTo("FieldImmutable"));
            }
        }
    }

    @Test
    void defaultsAndAtomicPartsAreNoDifference() {
        var owner = widget();
        var spec =
                Map.of(
                        "selector",
                        Map.of("app", "x"),
                        "ports",
                        List.of(
                                Map.of("name", "a", "port", 80, "protocol", "TCP"),
                                Map.of("name", "b", "port", 81, "protocol", "TCP")));
        var wanted = object("v1", "Service", unique("svc"), "spec", spec);
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Written.class);
        var before = told.size();
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(told).hasSize(before);
    }

    /** The answer of an own apply is not what was asked, and is not asked again and again. */
    @Test
    void whatAdmissionChangesIsToldAndNotWrittenAgain() {
        var policies = unique("policies");
        var maps = unique("maps");
        mutates(policies, "networking.k8s.io", "networkpolicies", "/spec/egress", "[{}]");
        mutates(maps, "", "configmaps", "/data/a", "'theirs'");
        var owner = widget();
        var wanted = configMap(unique("altered"), Map.of("a", "1", "b", "2"));
        // a policy is in force some seconds after it was made
        await().until(
                        () ->
                                Json.map(
                                                raw.create(
                                                        MAPS, configMap(probe(), Map.of("a", "1"))),
                                                "data")
                                        .containsValue("theirs"));
        assertThat(Json.map(written(applier.apply(wanted, by(owner))), "data"))
                .containsEntry("a", "theirs");
        var before = told.size();
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(told).as("the same is not written again").hasSize(before);
        raw.patch(
                MAPS + "/" + Json.text(Json.map(wanted, "metadata"), "name"),
                MERGE,
                Map.of("data", Map.of("b", "x")));
        assertThat(
                        applier.apply(
                                wanted,
                                new ApplyOptions("dragoman-test", Optional.of(owner), true)))
                .as("what somebody else changes is still repaired")
                .isInstanceOf(Applied.Written.class);

        var egress =
                Map.of(
                        "podSelector",
                        Map.of(),
                        "policyTypes",
                        List.of("Egress"),
                        "egress",
                        List.of());
        var policy =
                object("networking.k8s.io/v1", "NetworkPolicy", unique("altered"), "spec", egress);
        await().until(
                        () -> {
                            var probe = Json.copyMap(policy);
                            probe.put("metadata", Map.of("name", probe(), "namespace", "default"));
                            return Json.map(raw.create(NETWORK_POLICIES, probe), "spec")
                                    .containsKey("egress");
                        });
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> applier.apply(policy, by(owner)))
                    .isInstanceOf(WriteRefused.class)
                    .hasMessageContaining("spec.egress")
                    .extracting(e -> ((WriteRefused) e).reason())
                    .isEqualTo(WriteRefused.POLICY_WIDENED);
        }
        raw.delete(BINDINGS + policies);
        raw.delete(BINDINGS + maps);
    }

    private static String probe() {
        return unique("altered-probe");
    }

    private static Map<String, Object> written(Applied applied) {
        return applied instanceof Applied.Written(var object)
                ? object
                : ((Applied.Unchanged) applied).object();
    }

    /** Has the API server put a value into objects whose name begins with "altered". */
    private static void mutates(
            String name, String group, String plural, String path, String value) {
        var policy =
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicy
                metadata: { name: %s }
                spec:
                  matchConstraints:
                    resourceRules:
                    - { apiGroups: [ "%s" ], apiVersions: [ v1 ], operations: [ CREATE, UPDATE ], resources: [ %s ] }
                  matchConditions: [ { name: altered, expression: "object.metadata.name.startsWith('altered')" } ]
                  failurePolicy: Fail
                  reinvocationPolicy: Never
                  mutations:
                  - patchType: JSONPatch
                    jsonPatch: { expression: "[JSONPatch{op: 'add', path: '%s', value: %s}]" }
                """
                        .formatted(name, group, plural, path, value);
        client.resource(policy).create();
        var binding =
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicyBinding
                metadata: { name: %1$s }
                spec: { policyName: %1$s }
                """
                        .formatted(name);
        client.resource(binding).create();
    }

    @Test
    void foreignObjectIsLeftAloneAndAConflictIsNamed() {
        var owner = widget();
        var name = unique("foreign");
        var theirs = raw.create(MAPS, configMap(name, Map.of("a", "theirs")));

        assertThat(applier.apply(configMap(name, Map.of("a", "ours")), by(owner)))
                .isEqualTo(new Applied.Foreign("the field manager someone"));
        assertThat(raw.get(MAPS + "/" + name)).isEqualTo(theirs);

        var ours = unique("ours");
        applier.apply(configMap(ours, Map.of("a", "1")), by(owner));
        raw.patch(MAPS + "/" + ours, MERGE, Map.of("data", Map.of("a", "taken")));
        assertThat(applier.apply(configMap(ours, Map.of("a", "1")), by(owner)))
                .isEqualTo(new Applied.Conflict(List.of("someone: .data.a")));
        assertThat(
                        applier.apply(
                                configMap(ours, Map.of("a", "1")),
                                new ApplyOptions("dragoman-test", Optional.of(owner), true)))
                .isInstanceOf(Applied.Written.class);
    }

    @Test
    void whatWeAppliedAndNobodyOwnsIsAdoptedWhereThatIsAskedFor() {
        var owner = widget();
        var name = unique("orphan");
        applier.apply(configMap(name, Map.of("a", "1")), by(owner));
        raw.patch(MAPS + "/" + name, MERGE, metadata("ownerReferences", null));
        var next = widget();
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(next)))
                .isInstanceOf(Applied.Foreign.class);
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(next).adoptingOrphans()))
                .isInstanceOf(Applied.Written.class);
        assertThat(Ownership.owns(next, raw.get(MAPS + "/" + name))).isTrue();
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner).adoptingOrphans()))
                .as("it is another's now")
                .isInstanceOf(Applied.Foreign.class);

        var theirs = unique("theirs");
        var labelled = Json.copyMap(configMap(theirs, Map.of("a", "1")));
        Json.map(labelled, "metadata").put("labels", Map.of("chosen", "by-the-user"));
        var _ = raw.create(MAPS, labelled);
        assertThat(applier.apply(labelled, by(next).adoptingOrphans()))
                .as("made by somebody else, with the labels that the user chose")
                .isInstanceOf(Applied.Foreign.class);
    }

    /** Else the garbage collector would delete what {@code --cascade=orphan} was to spare. */
    @Test
    void whatIsLeftByAnOwnerThatGoesIsNotAdoptedByIt() {
        var owner = widget();
        var name = unique("left");
        applier.apply(configMap(name, Map.of("a", "1")), by(owner));
        var its = WIDGETS + "/" + Json.text(Json.map(owner, "metadata"), "name");
        raw.patch(its, MERGE, metadata("finalizers", List.of("dragoman.test/wait")));
        raw.delete(its);
        raw.patch(MAPS + "/" + name, MERGE, metadata("ownerReferences", null));
        refusesToAdopt(owner, name);
        raw.patch(its, MERGE, metadata("finalizers", null));
        await().until(() -> raw.get(its).isEmpty());
        refusesToAdopt(owner, name);
    }

    private void refusesToAdopt(Map<String, Object> owner, String name) {
        var wanted = configMap(name, Map.of("a", "1"));
        assertThatThrownBy(() -> applier.apply(wanted, by(owner).adoptingOrphans()))
                .isInstanceOf(WriteConflict.class)
                .hasMessageContaining("its owner");
        assertThat(Json.map(raw.get(MAPS + "/" + name), "metadata"))
                .doesNotContainKey("ownerReferences");
    }

    private static Map<String, Object> metadata(String field, Object value) {
        return Map.of("metadata", Collections.singletonMap(field, value));
    }

    @Test
    void ownerInAnotherNamespaceIsALabelNotAReference() {
        var owner = widget();
        var name = unique("ns");
        var wanted =
                Map.<String, Object>of(
                        "apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", name));
        applier.apply(wanted, by(owner));
        var made = Json.map(raw.get("/api/v1/namespaces/" + name), "metadata");
        assertThat(made).doesNotContainKey("ownerReferences");
        assertThat(Json.map(made, "labels"))
                .containsEntry("dragoman.dev/owner-uid", Ownership.uid(owner));
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(applier.apply(wanted, by(widget()))).isInstanceOf(Applied.Foreign.class);
    }

    @Test
    void refusalsSayWhatToDoAndNeverQuoteASecret() {
        var weak =
                RawApi.client(
                        new ConfigBuilder(SharedControlPlane.shared().adminConfig())
                                .withImpersonateUsername("weak")
                                .build());
        try (weak) {
            assertThatThrownBy(
                            () ->
                                    new Applier(weak, kinds, this::tell)
                                            .apply(configMap("x", Map.of()), by(widget())))
                    .isInstanceOf(WriteRefused.class)
                    .hasMessageContaining("cannot get resource \"configmaps\"")
                    .hasMessageContaining("ClusterRole");
        }
        var secret = new LinkedHashMap<>(configMap("Bad_Name", Map.of("key!", "aHVudGVyMg==")));
        secret.put("kind", "Secret");
        assertThatThrownBy(() -> applier.apply(secret, by(widget())))
                .isInstanceOfSatisfying(
                        WriteRefused.class,
                        e -> {
                            assertThat(e.retriable()).isFalse();
                            assertThat(e).hasMessageNotContaining("aHVudGVyMg");
                            assertThat(e)
                                    .hasMessageNotContaining(
                                            new String(
                                                    Base64.getDecoder().decode("aHVudGVyMg=="),
                                                    StandardCharsets.UTF_8));
                        });
        var tooBig = new LinkedHashMap<>(widgetNamed("big"));
        tooBig.put("spec", Map.of("size", 9));
        assertThatThrownBy(() -> applier.apply(tooBig, by(widget())))
                .isInstanceOf(WriteRefused.class)
                .hasMessageContaining("spec.size");
    }

    /** Nobody counts here, so the API server knows no use of the quota, and says so. */
    @Test
    void aQuotaIsNamed() {
        var namespace = unique("limited");
        raw.create("/api/v1/namespaces", Map.of("metadata", Map.of("name", namespace)));
        raw.create(
                "/api/v1/namespaces/" + namespace + "/resourcequotas",
                Map.of(
                        "metadata",
                        Map.of("name", "small"),
                        "spec",
                        Map.of("hard", Map.of("secrets", "0"))));
        var secret = new LinkedHashMap<>(configMap("x", Map.of("key", "aHVudGVyMg==")));
        secret.put("kind", "Secret");
        secret.put("metadata", Map.of("name", "x", "namespace", namespace));
        // the API server learns of it a moment later
        await().untilAsserted(
                        () ->
                                assertThatThrownBy(
                                                () ->
                                                        applier.apply(
                                                                secret,
                                                                new ApplyOptions(
                                                                        "us",
                                                                        Optional.empty(),
                                                                        true)))
                                        .isInstanceOf(WriteRefused.class)
                                        .hasMessageContaining("quota: small"));
    }
}
