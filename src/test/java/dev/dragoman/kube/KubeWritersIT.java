package dev.dragoman.kube;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The writers against a real API server, with another client working behind their backs. */
@Landing
class KubeWritersIT {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String WIDGETS = "/apis/kube.dragoman.dev/v1/namespaces/default/widgets";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static ControlPlane plane;
    private static KubernetesClient client;
    private static RawApi raw;
    private static Kinds kinds;

    private final List<String> told = new ArrayList<>();
    private final StatusWriter status = new StatusWriter(client, kinds, this::tell);
    private final MetadataWriter metadata = new MetadataWriter(client, kinds, this::tell);
    private final Applier applier = new Applier(client, kinds, this::tell);

    private void tell(ObjectKey key, String version) {
        told.add(key + " " + version);
    }

    @BeforeAll
    static void start() throws Exception {
        plane = ControlPlane.start(Options.defaults());
        client = RawApi.client(plane.adminConfig());
        raw = new RawApi(client);
        kinds = new Kinds(client);
        assertThatThrownBy(() -> kinds.resolve("kube.dragoman.dev/v1", "Widget"))
                .isInstanceOf(KindMissing.class)
                .hasMessageContaining("install its CustomResourceDefinition");
        try (var crd = KubeWritersIT.class.getResourceAsStream("/kube/widget-crd.json")) {
            raw.create(
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    Json.read(crd.readAllBytes()));
        }
        await().ignoreExceptions()
                .until(
                        () ->
                                "widgets"
                                        .equals(
                                                kinds.resolve("kube.dragoman.dev/v1", "Widget")
                                                        .plural()));
        await().ignoreExceptions().until(() -> !raw.get("/api/v1/namespaces/default").isEmpty());
        await().ignoreExceptions().until(() -> !raw.get(WIDGETS).isEmpty());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        plane.close();
    }

    private static Map<String, Object> widget() {
        var name = "w" + NUMBER.incrementAndGet();
        return raw.create(WIDGETS, widgetNamed(name));
    }

    private static Map<String, Object> widgetNamed(String name) {
        return Map.of(
                "apiVersion",
                "kube.dragoman.dev/v1",
                "kind",
                "Widget",
                "metadata",
                Map.of("name", name, "namespace", "default"),
                "spec",
                Map.of("size", 1));
    }

    private static Map<String, Object> configMap(String name, Map<String, Object> data) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", name, "namespace", "default"),
                "data",
                data);
    }

    private static String path(Map<String, Object> widget) {
        return WIDGETS + "/" + Json.text(Json.map(widget, "metadata"), "name");
    }

    private static ApplyOptions by(Map<String, Object> owner) {
        return new ApplyOptions("dragoman-test", Optional.of(owner), false);
    }

    private static Map<String, Object> condition(String type, String value) {
        return Map.of("type", type, "status", value);
    }

    @Test
    void statusIsWrittenOnceAndLeavesOthersConditionsAlone() {
        var widget = widget();
        var wanted =
                Map.<String, Object>of("conditions", List.of(condition("Ready", "True")), "n", 1);

        var written = status.write(widget, wanted, "dragoman-status").orElseThrow();

        assertThat(told).hasSize(1);
        assertThat(status.write(written, wanted, "dragoman-status")).isEmpty();
        raw.apply(
                path(widget) + "/status",
                "someone",
                Map.of(
                        "apiVersion",
                        "kube.dragoman.dev/v1",
                        "kind",
                        "Widget",
                        "metadata",
                        Map.of("name", Json.text(Json.map(widget, "metadata"), "name")),
                        "status",
                        Map.of("conditions", List.of(condition("Other", "True")))));
        var both = raw.get(path(widget));
        assertThat(status.write(both, wanted, "dragoman-status")).isEmpty();

        var less = status.write(both, Map.of("n", 2), "dragoman-status").orElseThrow();
        assertThat(Json.maps(Json.map(less, "status"), "conditions"))
                .extracting(c -> c.get("type"))
                .containsExactly("Other");
        assertThat(Json.map(less, "metadata")).extracting("generation").isEqualTo(1);
        assertThat(told).hasSize(2);
    }

    @Test
    void lateStatusFailsInsteadOfDescribingASuccessor() {
        var widget = widget();
        raw.delete(path(widget));
        assertThatThrownBy(() -> status.write(widget, Map.of("n", 1), "dragoman-status"))
                .isInstanceOf(ObjectGone.class);
        assertThat(raw.get(path(widget))).isEmpty();

        raw.create(WIDGETS, widgetNamed(Json.text(Json.map(widget, "metadata"), "name")));
        assertThatThrownBy(() -> status.write(widget, Map.of("n", 1), "dragoman-status"))
                .isInstanceOf(ObjectGone.class);
        assertThat(Json.map(raw.get(path(widget)), "status")).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void statusIsWrittenAlthoughTheObjectWasEditedMeanwhile() {
        var widget = widget();
        raw.patch(
                path(widget),
                ApiServer.JSON_PATCH,
                List.of(Map.of("op", "add", "path", "/spec/size", "value", 3)));
        var written = status.write(widget, Map.of("n", 1), "dragoman-status").orElseThrow();
        assertThat(Json.map(written, "spec")).containsEntry("size", 3);
    }

    @Test
    void metadataIsChangedInOnePatchThatToleratesNoOtherWriter() {
        var widget = widget();
        var change =
                new MetadataChange(
                        Set.of("dragoman.dev/test"),
                        Set.of(),
                        Map.of("a/b", Optional.of("1"), "absent", Optional.empty()),
                        Map.of("l", Optional.of("2")),
                        List.of());

        var written = metadata.write(widget, change);

        assertThat(Json.map(written, "metadata", "annotations")).containsEntry("a/b", "1");
        assertThat(metadata.write(written, change)).isSameAs(written);
        assertThat(told).hasSize(1);
        // an edit between read and write
        raw.patch(
                path(widget),
                ApiServer.JSON_PATCH,
                List.of(Map.of("op", "add", "path", "/spec/size", "value", 2)));
        assertThatThrownBy(
                        () ->
                                metadata.write(
                                        written,
                                        MetadataChange.removeFinalizer("dragoman.dev/test")))
                .isInstanceOfSatisfying(
                        WriteConflict.class, e -> assertThat(e.retriable()).isTrue());
        metadata.write(raw.get(path(widget)), MetadataChange.removeFinalizer("dragoman.dev/test"));
        raw.delete(path(widget));
        assertThatThrownBy(() -> metadata.write(written, MetadataChange.addFinalizer("x.dev/y")))
                .isInstanceOf(ObjectGone.class);
    }

    @Test
    void appliedObjectIsWrittenOnceAndFollowsRemovedFields() {
        var owner = widget();
        var name = "applied" + NUMBER.incrementAndGet();
        var wanted = configMap(name, Map.of("a", "1", "b", "2"));

        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Written.class);
        assertThat(told).as("create").hasSize(1);
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(told).hasSize(1);

        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner)))
                .isInstanceOf(Applied.Written.class);
        assertThat(Json.map(raw.get(MAPS + "/" + name), "data")).isEqualTo(Map.of("a", "1"));

        raw.patch(
                MAPS + "/" + name,
                "application/merge-patch+json",
                Map.of("data", Map.of("theirs", "x")));
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner)))
                .as("a field of somebody else's is no difference")
                .isInstanceOf(Applied.Unchanged.class);
    }

    /** In the API server's own words: nothing but a deletion helps. */
    @Test
    void whatCanNeverBeChangedIsToDelete() {
        var owner = widget();
        var name = "immutable" + NUMBER.incrementAndGet();
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
        var wanted =
                Map.<String, Object>of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Service",
                        "metadata",
                        Map.of("name", "svc" + NUMBER.incrementAndGet(), "namespace", "default"),
                        "spec",
                        Map.of(
                                "selector",
                                Map.of("app", "x"),
                                "ports",
                                List.of(
                                        Map.of("name", "a", "port", 80, "protocol", "TCP"),
                                        Map.of("name", "b", "port", 81, "protocol", "TCP"))));
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Written.class);
        var before = told.size();
        assertThat(applier.apply(wanted, by(owner))).isInstanceOf(Applied.Unchanged.class);
        assertThat(told).hasSize(before);
    }

    /** The answer of an own apply is not what was asked, and is not asked again and again. */
    @Test
    void whatAdmissionChangesIsToldAndNotWrittenAgain() {
        mutates("policies", "networking.k8s.io", "networkpolicies", "/spec/egress", "[{}]");
        mutates("maps", "", "configmaps", "/data/a", "'theirs'");
        var owner = widget();
        var wanted = configMap("altered" + NUMBER.incrementAndGet(), Map.of("a", "1", "b", "2"));
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
                "application/merge-patch+json",
                Map.of("data", Map.of("b", "x")));
        assertThat(
                        applier.apply(
                                wanted,
                                new ApplyOptions("dragoman-test", Optional.of(owner), true)))
                .as("what somebody else changes is still repaired")
                .isInstanceOf(Applied.Written.class);

        var policy =
                Map.<String, Object>of(
                        "apiVersion",
                        "networking.k8s.io/v1",
                        "kind",
                        "NetworkPolicy",
                        "metadata",
                        Map.of(
                                "name",
                                "altered" + NUMBER.incrementAndGet(),
                                "namespace",
                                "default"),
                        "spec",
                        Map.of(
                                "podSelector",
                                Map.of(),
                                "policyTypes",
                                List.of("Egress"),
                                "egress",
                                List.of()));
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
        raw.delete(POLICIES + "/mutatingadmissionpolicybindings/policies");
        raw.delete(POLICIES + "/mutatingadmissionpolicybindings/maps");
    }

    private static final String NETWORK_POLICIES =
            "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";

    private static String probe() {
        return "altered-probe" + NUMBER.incrementAndGet();
    }

    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1";

    private static Map<String, Object> written(Applied applied) {
        return applied instanceof Applied.Written(var object)
                ? object
                : ((Applied.Unchanged) applied).object();
    }

    /** Has the API server put a value into objects whose name begins with "altered". */
    private static void mutates(
            String name, String group, String plural, String path, String value) {
        raw.create(
                POLICIES + "/mutatingadmissionpolicies",
                Map.of(
                        "apiVersion",
                        "admissionregistration.k8s.io/v1",
                        "kind",
                        "MutatingAdmissionPolicy",
                        "metadata",
                        Map.of("name", name),
                        "spec",
                        Map.of(
                                "matchConstraints",
                                Map.of(
                                        "resourceRules",
                                        List.of(
                                                Map.of(
                                                        "apiGroups",
                                                        List.of(group),
                                                        "apiVersions",
                                                        List.of("v1"),
                                                        "operations",
                                                        List.of("CREATE", "UPDATE"),
                                                        "resources",
                                                        List.of(plural)))),
                                "matchConditions",
                                List.of(
                                        Map.of(
                                                "name",
                                                "altered",
                                                "expression",
                                                "object.metadata.name.startsWith('altered')")),
                                "failurePolicy",
                                "Fail",
                                "reinvocationPolicy",
                                "Never",
                                "mutations",
                                List.of(
                                        Map.of(
                                                "patchType",
                                                "JSONPatch",
                                                "jsonPatch",
                                                Map.of(
                                                        "expression",
                                                        "[JSONPatch{op: 'add', path: '%s', value: %s}]"
                                                                .formatted(path, value)))))));
        raw.create(
                POLICIES + "/mutatingadmissionpolicybindings",
                Map.of(
                        "apiVersion",
                        "admissionregistration.k8s.io/v1",
                        "kind",
                        "MutatingAdmissionPolicyBinding",
                        "metadata",
                        Map.of("name", name),
                        "spec",
                        Map.of("policyName", name)));
    }

    @Test
    void foreignObjectIsLeftAloneAndAConflictIsNamed() {
        var owner = widget();
        var name = "foreign" + NUMBER.incrementAndGet();
        var theirs = raw.create(MAPS, configMap(name, Map.of("a", "theirs")));

        assertThat(applier.apply(configMap(name, Map.of("a", "ours")), by(owner)))
                .isEqualTo(new Applied.Foreign("the field manager someone"));
        assertThat(raw.get(MAPS + "/" + name)).isEqualTo(theirs);

        var ours = "ours" + NUMBER.incrementAndGet();
        applier.apply(configMap(ours, Map.of("a", "1")), by(owner));
        raw.patch(
                MAPS + "/" + ours,
                "application/merge-patch+json",
                Map.of("data", Map.of("a", "taken")));
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
        var name = "orphan" + NUMBER.incrementAndGet();
        applier.apply(configMap(name, Map.of("a", "1")), by(owner));
        var orphan =
                Map.<String, Object>of(
                        "metadata", Collections.singletonMap("ownerReferences", null));
        raw.patch(MAPS + "/" + name, "application/merge-patch+json", orphan);
        var next = widget();
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(next)))
                .isInstanceOf(Applied.Foreign.class);
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(next).adoptingOrphans()))
                .isInstanceOf(Applied.Written.class);
        assertThat(Ownership.owns(next, raw.get(MAPS + "/" + name))).isTrue();
        assertThat(applier.apply(configMap(name, Map.of("a", "1")), by(owner).adoptingOrphans()))
                .as("it is another's now")
                .isInstanceOf(Applied.Foreign.class);

        var theirs = "theirs" + NUMBER.incrementAndGet();
        var labelled = Json.copyMap(configMap(theirs, Map.of("a", "1")));
        Json.map(labelled, "metadata").put("labels", Map.of("chosen", "by-the-user"));
        var _ = raw.create(MAPS, labelled);
        assertThat(applier.apply(labelled, by(next).adoptingOrphans()))
                .as("made by somebody else, with the labels that the user chose")
                .isInstanceOf(Applied.Foreign.class);
    }

    @Test
    void ownerInAnotherNamespaceIsALabelNotAReference() {
        var owner = widget();
        var name = "ns" + NUMBER.incrementAndGet();
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
                        new ConfigBuilder(plane.adminConfig())
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
        raw.create("/api/v1/namespaces", Map.of("metadata", Map.of("name", "limited")));
        raw.create(
                "/api/v1/namespaces/limited/resourcequotas",
                Map.of(
                        "metadata",
                        Map.of("name", "small"),
                        "spec",
                        Map.of("hard", Map.of("secrets", "0"))));
        var secret = new LinkedHashMap<>(configMap("x", Map.of("key", "aHVudGVyMg==")));
        secret.put("kind", "Secret");
        secret.put("metadata", Map.of("name", "x", "namespace", "limited"));
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

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/status", "../../secrets/a", "a%2Fb"})
    void whatIsNoNameIsNotAskedFor(String name) {
        var reader = new LiveReader(client, new Kinds(client));
        assertThatThrownBy(() -> reader.get("v1", new ObjectKey("", "ConfigMap", "default", name)))
                .isInstanceOf(InvalidName.class)
                .hasMessage(
                        "'%s' is no name of a ConfigMap; correct the field that has this name",
                        name);
    }

    @Test
    void sameEventIsSentOncePerHour() {
        var widget = widget();
        var clock = new SteppedClock();
        var events = new EventWriter(client, "pod-1", clock);
        var long1 = "é".repeat(2000);
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        assertThat(eventsOf(widget)).hasSize(1);
        assertThat(eventsOf(widget).getFirst())
                .containsEntry("reportingController", "dragoman.dev/dragoman")
                .containsEntry("type", "Warning");
        clock.now = clock.now.plus(Duration.ofMinutes(61));
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        assertThat(eventsOf(widget)).hasSize(2);
        // no action: refused by the API server, and nothing is thrown
        events.emit(widget, EventType.NORMAL, "Odd", "", "note");
    }

    /** Whoever makes something happen again and again must not fill etcd. */
    @Test
    void ofOneObjectThereAreFewEvents() {
        var widget = widget();
        var clock = new SteppedClock();
        var events = new EventWriter(client, "pod-1", clock);
        for (int i = 0; i < 100; i++) {
            clock.now = clock.now.plusSeconds(1);
            events.emit(widget, EventType.NORMAL, "Renewed", "Reconcile", "number " + i);
        }
        assertThat(eventsOf(widget)).hasSize(EventWriter.AT_ONCE);
        clock.now = clock.now.plus(Duration.ofMinutes(5));
        events.emit(widget, EventType.NORMAL, "Renewed", "Reconcile", "later");
        assertThat(eventsOf(widget)).hasSize(EventWriter.AT_ONCE + 1);
    }

    private static List<Map<String, Object>> eventsOf(Map<String, Object> object) {
        return Json.maps(raw.get("/apis/events.k8s.io/v1/namespaces/default/events"), "items")
                .stream()
                .filter(e -> Ownership.uid(object).equals(Json.map(e, "regarding").get("uid")))
                .toList();
    }

    private static final class SteppedClock extends Clock {
        private Instant now = Instant.parse("2026-11-01T00:00:00Z");

        @Override
        public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
