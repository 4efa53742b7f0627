package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with a history: definitions below azure.com that Azure itself brings, with objects in
 * them, objects of Flux, and an API server that has no mutating admission policies. Definitions of
 * Azure Service Operator are what {@code TakeOverIT} is about.
 */
@OwnCounts(by = "an API server")
@Full
class OtherClustersIT {
    /** Definitions below azure.com that clusters of Azure bring, and that are nobody's claims. */
    private static final Map<String, String> FOREIGN =
            Map.of(
                    "NodeNetworkConfig", "acn.azure.com",
                    "OverlayExtensionConfig", "acn.azure.com",
                    "ExtensionConfig", "clusterconfig.azure.com");

    private static ControlPlane plane;
    private static Road road;

    @TempDir private Path directory;

    @BeforeAll
    static void cluster() {
        plane =
                ControlPlane.start(
                        Options.defaults()
                                .withApiServerFlags(
                                        "--disable-admission-plugins=MutatingAdmissionPolicy"));
        road = new Road("others", plane);
        road.install.vending();
        var _ = road.install.apply(definitions(), "others.yaml", "--server-side");
        var _ =
                road.install.kubectl(
                        List.of(
                                "wait",
                                "--for=condition=Established",
                                "crd",
                                "--all",
                                Patience.timeout()));
        await().ignoreExceptions().until(OtherClustersIT::objects);
    }

    @AfterAll
    static void down() {
        road.close();
        plane.close();
    }

    @Test
    void samplesBecomeReadyAndNothingForeignIsTouched() throws Exception {
        var before = foreign();
        assertThat(before).hasSizeGreaterThan(5);
        var mark = plane.audit().mark();
        try (var operator =
                new Observed(
                        road,
                        directory,
                        Map.of("AZURE_SYNC_PERIOD", "5s", "DRAGOMAN_NAMESPACES", "on"))) {
            await().until(operator::ready);
            for (var sample :
                    List.of("resource-group", "storage-account", "identity", "servicebus")) {
                road.apply(Install.manifest("samples/%s.yaml".formatted(sample)));
            }
            var _ =
                    road.install.apply(
                            Install.manifest("samples/namespace-request.yaml"), "request.yaml");
            for (var kind : installed()) {
                var _ =
                        road.kubectl(
                                "wait", "--for=condition=Ready", kind, "--all", Patience.timeout());
            }
            await().until(
                            () ->
                                    plane.client()
                                                    .secrets()
                                                    .inNamespace("nsplease-requests")
                                                    .withName("nsp-hello-there")
                                                    .get()
                                            != null);
            // some comparisons with Azure, and two looks at all watches that may have failed
            long gets = road.azure.control().count("GET");
            await().until(() -> road.azure.control().count("GET") >= gets + 30);

            assertThat(foreign()).isEqualTo(before);
            assertThat(plane.audit().since(mark, e -> e.user().equals(Account.AZURE.user())))
                    .as("requests that were refused, or about what is not ours")
                    .noneMatch(e -> e.code() == 403)
                    .noneMatch(e -> FOREIGN.containsValue(e.group()));
            assertThat(operator.ready()).isTrue();
            assertThat(operator.log()).doesNotHaveDuplicates();
            assertThat(operator.log()).noneMatch(line -> line.startsWith("ERROR"));
        }
    }

    @Test
    void aKindThatCannotBeWatchedIsNamedAndHoldsNothingUp() throws Exception {
        var unwatched = "servicebus.azure.com/Namespace";
        var role = "dragoman-azure:servicebus.azure.com";
        var right = plane.client().rbac().clusterRoles().withName(role).get();
        assertThat(right).isNotNull();
        var _ = plane.client().rbac().clusterRoles().withName(role).delete();
        await().until(() -> !gathered().contains("servicebus.azure.com"));
        try (var operator = new Observed(road, directory, Map.of("DRAGOMAN_READY_WAIT", "15s"))) {
            await().until(() -> operator.notReady().contains(unwatched + ": HTTP 403"));
            await().until(operator::ready);
            assertThat(operator.health()).contains("not watched: ", unwatched + " (HTTP 403)");
            await().until(
                            () ->
                                    operator.get("/observe/metrics")
                                            .contains(
                                                    "dragoman_kind_unwatched{kind=\"%s\",reason=\"HTTP 403\"} 1"
                                                            .formatted(unwatched)));
            road.apply(Samples.group("unwatched", "x"));
            road.ready("resourcegroup/unwatched");

            // it was tried again in vain, and said so once
            var mark = plane.audit().mark();
            await().until(() -> refusals(mark) >= 4);
            assertThat(operator.ready()).isTrue();
            assertThat(operator.log())
                    .filteredOn(line -> line.contains(unwatched + ":"))
                    .hasSize(1);

            restore(right);
            await().until(() -> !operator.health().contains("HTTP 403"));
            await().until(
                            () ->
                                    !operator.get("/observe/metrics")
                                            .contains("dragoman_kind_unwatched{"));
            assertThat(operator.ready()).isTrue();
        } finally {
            restore(right);
        }
    }

    /** The resources of the kinds that the samples use. */
    private static List<String> installed() {
        return Install.sampleKinds().stream()
                .map(id -> id.split("/", 2))
                .flatMap(id -> Catalog.load().find(id[0], id[1]).stream())
                .map(kind -> kind.plural() + "." + kind.group())
                .toList();
    }

    private static void restore(ClusterRole right) {
        right.getMetadata().setResourceVersion(null);
        right.getMetadata().setUid(null);
        right.getMetadata().setManagedFields(null);
        var _ = plane.client().resource(right).forceConflicts().serverSideApply();
        await().until(() -> gathered().contains("servicebus.azure.com"));
    }

    private static long refusals(AuditLog.Mark since) {
        return plane.audit()
                .since(since, e -> e.user().equals(Account.AZURE.user()) && e.code() == 403)
                .size();
    }

    private static Set<String> gathered() {
        var groups = new HashSet<String>();
        plane.client()
                .rbac()
                .clusterRoles()
                .withName("dragoman-azure")
                .get()
                .getRules()
                .forEach(rule -> groups.addAll(rule.getApiGroups()));
        return groups;
    }

    // what is there besides

    private static String definitions() {
        return FOREIGN.entrySet().stream()
                .map(each -> definition(each.getKey(), each.getValue()))
                .collect(joining());
    }

    private static String plural(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    private static String definition(String kind, String group) {
        return """

        ---
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: PLURAL.GROUP}
        spec:
          group: GROUP
          scope: Namespaced
          names: {kind: KIND, listKind: KINDList, plural: PLURAL}
          versions:
          - name: v1alpha
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """
                .replace("PLURAL", plural(kind))
                .replace("GROUP", group)
                .replace("KIND", kind);
    }

    /** One of each foreign kind, and a Secret of Flux. */
    private static boolean objects() {
        var yaml = new StringBuilder();
        FOREIGN.forEach(
                (kind, group) ->
                        yaml.append(
                                """
                                ---
                                apiVersion: %s/v1alpha
                                kind: %s
                                metadata: {name: foreign}
                                spec: {of: somebody}
                                """
                                        .formatted(group, kind)));
        var _ = road.install.apply(yaml.toString(), "objects.yaml", "-n", road.namespace);
        var _ =
                road.install.apply(
                        """
                        apiVersion: v1
                        kind: Secret
                        metadata:
                          name: orders-storage-of-flux
                          labels:
                            kustomize.toolkit.fluxcd.io/name: orders
                            kustomize.toolkit.fluxcd.io/namespace: flux-system
                        stringData: {key: of-flux}
                        """,
                        "flux.yaml",
                        "-n",
                        road.namespace,
                        "--server-side",
                        "--field-manager=kustomize-controller");
        return true;
    }

    /** The resourceVersion of each foreign object. */
    private static Map<String, String> foreign() {
        var found = new TreeMap<String, String>();
        var ours = Catalog.load();
        for (var crd :
                plane.client().apiextensions().v1().customResourceDefinitions().list().getItems()) {
            var kind = crd.getSpec().getNames().getKind();
            if (ours.find(crd.getSpec().getGroup(), kind).isPresent()) {
                continue;
            }
            found.put("definition of " + kind, crd.getMetadata().getResourceVersion());
            plane.client()
                    .genericKubernetesResources(CustomResourceDefinitionContext.fromCrd(crd))
                    .inAnyNamespace()
                    .list()
                    .getItems()
                    .forEach(
                            each ->
                                    found.put(
                                            kind + " " + each.getMetadata().getName(),
                                            each.getMetadata().getResourceVersion()));
        }
        var secret =
                plane.client()
                        .secrets()
                        .inNamespace(road.namespace)
                        .withName("orders-storage-of-flux")
                        .get();
        found.put("Secret of Flux", secret.getMetadata().getResourceVersion());
        return found;
    }
}
