package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Objects of one cluster come into another one, as Velero and the commands of docs/upgrade.md bring
 * them, and stand for the same resources there.
 */
@Full
class RestoreIT {
    private static final Path PAGE = Path.of("docs/upgrade.md");
    private static final String SYSTEM = "dragoman-system";
    private static final String KEY = "dragoman-status-key";
    private static final String EXPORTED = "orders-storage";
    private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";
    private static final String MAPS =
            """
            apiVersion: dragoman.dev/v1alpha1
            kind: ArmResource
            metadata: {name: maps}
            spec:
              type: Microsoft.Maps/accounts
              apiVersion: "2023-06-01"
              owner: {group: resources.azure.com, kind: ResourceGroup, name: orders}
              body: {location: westeurope, kind: Gen2, sku: {name: G2}}
            """;
    private static final Random RANDOM = new Random(42);
    private static ControlPlane first;
    private static ControlPlane second;

    @TempDir private Path directory;
    private Road old;
    private Road other;

    @BeforeAll
    static void startPlanes() {
        first = ControlPlane.start(Options.defaults());
        second = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void stopPlanes() {
        second.close();
        first.close();
    }

    @BeforeEach
    void readyInTheOldCluster() {
        old = new Road("restore", first);
        old.start();
        SampleObjects.apply(old);
        old.stop();
        other = new Road(old, second);
        var _ = second.client().secrets().inNamespace(SYSTEM).withName(KEY).delete();
    }

    @AfterEach
    void close() {
        other.close();
        // for the next test, which has the same planes
        for (var road : List.of(old, other)) {
            SampleObjects.all(road)
                    .forEach(
                            each -> {
                                each.getMetadata().setFinalizers(List.of());
                                road.client().resource(each).update();
                            });
            road.client().namespaces().withName(road.namespace).delete();
        }
        old.close();
    }

    /** What Velero takes away before it creates an object; managedFields, finalizers stay. */
    private static GenericKubernetesResource restored(GenericKubernetesResource object) {
        var metadata = object.getMetadata();
        metadata.setUid(null);
        metadata.setResourceVersion(null);
        metadata.setGeneration(null);
        metadata.setCreationTimestamp(null);
        metadata.setOwnerReferences(List.of());
        object.getAdditionalProperties().remove("status");
        return object;
    }

    private List<GenericKubernetesResource> shuffled() {
        var objects = new ArrayList<>(SampleObjects.all(old));
        Collections.shuffle(objects, RANDOM);
        return objects;
    }

    private void secretComes() {
        var secret = secret(old, old.namespace, EXPORTED);
        secret.getMetadata().setUid(null);
        secret.getMetadata().setResourceVersion(null);
        secret.getMetadata().setOwnerReferences(List.of());
        var _ = other.client().resource(secret).create();
    }

    private static Secret secret(Road road, String namespace, String name) {
        return road.client().secrets().inNamespace(namespace).withName(name).get();
    }

    private void keyComes() {
        var key = secret(old, SYSTEM, KEY);
        key.getMetadata().setUid(null);
        key.getMetadata().setResourceVersion(null);
        key.getMetadata().setManagedFields(null);
        var _ = other.client().resource(key).create();
    }

    private void stillInAzure(List<String> ids) {
        assertThat(ids).hasSizeGreaterThanOrEqualTo(SampleObjects.kinds().size());
        for (var id : ids) {
            assertThat(old.azure.control().get(id)).as(id).isPresent();
        }
    }

    @ParameterizedTest(name = "key restored: {0}")
    @ValueSource(booleans = {true, false})
    void resourcesAreTakenOverAndNotMadeAgain(boolean key) {
        var ids = SampleObjects.ids(old);
        var writes = SampleObjects.writes(old);
        if (key) {
            keyComes();
        }
        other.start();
        secretComes();
        for (var object : shuffled()) {
            var _ = other.client().resource(restored(object)).create();
        }
        SampleObjects.ready(other);
        assertThat(SampleObjects.writes(old)).as("sent to Azure").isEqualTo(writes);
        assertThat(SampleObjects.ids(other)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(secret(other, other.namespace, EXPORTED).getMetadata().getOwnerReferences())
                .extracting(each -> each.getKind())
                .containsExactly("StorageAccount");

        // what was restored is the new cluster's, in all respects
        var _ = other.kubectl("delete", "azure", "--all", Patience.timeout());
        ids.forEach(id -> assertThat(old.azure.control().get(id)).as(id).isEmpty());
    }

    /** Somebody takes them away again before an operator has looked. */
    @Test
    void aCopyThatIsDeletedBeforeItIsSealedLeavesTheResource() {
        var ids = SampleObjects.ids(old);
        var writes = SampleObjects.writes(old);
        for (var object : shuffled()) {
            var _ = other.client().resource(restored(object)).create();
        }
        var _ = other.kubectl("delete", "azure", "--all", "--wait=false");
        other.start();
        await().until(() -> SampleObjects.all(other).isEmpty());
        assertThat(SampleObjects.writes(old)).isEqualTo(writes);
        stillInAzure(ids);
    }

    /** As a tool restores that keeps them: the garbage collector deletes what has no such owner. */
    @Test
    void ownersOfTheOldClusterCostObjectsAndNoResource() {
        var ids = SampleObjects.ids(old);
        var writes = SampleObjects.writes(old);
        other.start();
        for (var object : shuffled()) {
            var owners = object.getMetadata().getOwnerReferences();
            var copy = restored(object);
            copy.getMetadata().setOwnerReferences(owners);
            var _ = other.client().resource(copy).create();
        }
        var _ =
                other.kubectl(
                        "wait",
                        "--for=condition=Ready",
                        "resourcegroup/orders",
                        Patience.timeout());
        await().untilAsserted(
                        () ->
                                assertThat(SampleObjects.all(other))
                                        .noneMatch(
                                                each ->
                                                        each.getMetadata().getDeletionTimestamp()
                                                                != null)
                                        .allMatch(
                                                each ->
                                                        "True"
                                                                .equals(
                                                                        Road.condition(each)
                                                                                .get("status"))));
        assertThat(SampleObjects.writes(old)).isEqualTo(writes);
        stillInAzure(ids);
    }

    @Test
    void theCommandsOfThePageBringThemOver() throws Exception {
        var ids = SampleObjects.ids(old);
        var writes = SampleObjects.writes(old);
        DocumentedCommands.run(
                first, directory, DocumentedCommands.of(PAGE, "## A backup", "Velero takes"));
        other.start();
        DocumentedCommands.run(
                second, directory, DocumentedCommands.of(PAGE, "3. Restore", "4. See that"));
        SampleObjects.ready(other);
        assertThat(SampleObjects.writes(old)).isEqualTo(writes);

        DocumentedCommands.run(
                first, directory, DocumentedCommands.of(PAGE, "5. Take", "| in the new cluster"));
        assertThat(SampleObjects.writes(old)).isEqualTo(writes);
        stillInAzure(ids);
        assertThat(secret(other, other.namespace, EXPORTED)).isNotNull();
        old.install.kindsAndRights(Install.sampleKinds());
        old.kindsServed();
    }

    /**
     * Step 4 of the page: what nothing proves is told, left alone, and taken when it is allowed.
     */
    @Test
    void whatNothingProvesIsTakenWhenThePageIsFollowed() {
        old.azure.control().serve("Microsoft.Maps/accounts", "2023-06-01");
        for (var road : List.of(old, other)) {
            var _ = road.install.kindsAndRightsOnce(List.of("dragoman.dev/ArmResource"));
        }
        old.start();
        old.applyServed(MAPS);
        old.ready("armresource/maps");
        old.stop();
        var writes = SampleObjects.writes(old);
        var maps = restored(old.get(ArmResourceIT.API, "ArmResource", "maps"));
        // its namespace ends before the next test
        var _ = old.kubectl("patch", "armresource/maps", "--type=merge", "-p", NO_FINALIZERS);
        other.start();
        for (var object : shuffled()) {
            var copy = restored(object);
            if ("StorageAccount".equals(copy.getKind())) {
                copy.getMetadata().getAnnotations().put("dragoman.dev/only-new", "true");
            }
            var _ = other.client().resource(copy).create();
        }
        await().ignoreExceptions().until(() -> other.client().resource(maps).create() != null);
        var account = "storageaccount/ordersdragoman";
        var exists =
                "--for=jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=ResourceExists";
        var _ = other.kubectl("wait", exists, account, "armresource/maps", Patience.timeout());

        var _ = other.kubectl("annotate", account, "dragoman.dev/only-new-");
        var _ =
                other.kubectl(
                        "patch",
                        "armresource/maps",
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"adopt\":true}}");
        SampleObjects.ready(other);
        other.ready("armresource/maps");
        assertThat(SampleObjects.writes(old)).as("sent to Azure").isEqualTo(writes);
        var _ = other.kubectl("delete", "armresource/maps", Patience.timeout());
    }
}
