package dev.dragoman.cli.takeover;

import static dev.dragoman.Patience.await;
import static dev.dragoman.kube.object.Json.maps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.TransitionalDefinition;
import dev.dragoman.cli.Commands;
import dev.dragoman.cli.TakeOverScenario;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.TestArchives;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Taking over loses nothing, is safe to interrupt, and refuses what it cannot do. */
@Tag(TestArchives.TAG)
@ResourceLock("TakeOverScenario")
@Full
class TakeOverCommandIT extends TakeOverScenario {
    @Test
    void nothingIsWrittenWithoutYes() throws Exception {
        var before = aso.read(ACCOUNTS, ACCOUNT);
        assertThat(run(readOnly(), false)).isTrue();
        assertThat(said)
                .contains(
                        "storageaccounts.storage.azure.com: 1 object will be rewritten, then the definition will be replaced.",
                        "Nothing was changed. With --yes these changes are made.");
        assertThat(aso.read(ACCOUNTS, ACCOUNT)).isEqualTo(before);
        assertThat(backup).isEmptyDirectory();
    }

    private static ClusterRequests readOnly() {
        return new Killed(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: azureserviceoperator-controller-manager, namespace: taken}
                spec:
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                      - {name: manager, image: 'mcr.microsoft.com/k8s/azureserviceoperator:v2.20.0'}
                """,
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: azureserviceoperator-validating-webhook-configuration}
                webhooks:
                - name: x.storage.azure.com
                  sideEffects: None
                  admissionReviewVersions: [v1]
                  clientConfig:
                    service: {name: azureserviceoperator-webhook-service, namespace: taken}
                  rules:
                  - {apiGroups: [storage.azure.com], apiVersions: [v20230101], resources: [storageaccounts], operations: [UPDATE]}
                """
            })
    void whileAzureServiceOperatorIsThereNothingIsWritten(String what) throws Exception {
        var there = plane.client().resource(what).create();
        try {
            var before = aso.read(ACCOUNTS, ACCOUNT);
            assertThat(run(readOnly(), true)).isFalse();
            assertThat(said).anyMatch(line -> line.startsWith("In the way: "));
            assertThat(said).anyMatch(line -> line.contains("kubectl "));
            assertThat(aso.read(ACCOUNTS, ACCOUNT)).isEqualTo(before);
        } finally {
            var _ = plane.client().resource(there).delete();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"originalVersion", "Unheard"})
    void whatHasNoPlaceStopsItBeforeAnythingIsChanged(String field) throws Exception {
        var stored = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        if (field.equals("originalVersion")) {
            at(stored, "spec").put(field, "v1alpha1");
        } else {
            at(stored, "spec", "sku", "$propertyBag").put(field, "secret-value");
        }
        aso.store(ACCOUNTS, stored);
        await().until(
                        () ->
                                read("v20250601storage")
                                        .toString()
                                        .contains(field.equals("Unheard") ? field : "v1alpha1"));
        assertThat(run(readOnly(), true)).isFalse();
        assertThat(said)
                .anyMatch(
                        line ->
                                line.contains(ACCOUNT)
                                        && line.contains(
                                                field.equals("Unheard") ? field : "v1alpha1"));
        assertThat(String.join("\n", said)).doesNotContain("secret-value");
    }

    @Test
    void nothingIsLost() throws Exception {
        // one that an older version of Azure Service Operator stored, and that is going
        var old = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        old.put("apiVersion", "storage.azure.com/v1api20230101storage");
        at(old, "metadata").put("name", "older");
        at(old, "metadata").put("uid", UUID.randomUUID().toString());
        at(old, "metadata").put("deletionTimestamp", "2026-01-02T00:00:00Z");
        at(old, "metadata").put("deletionGracePeriodSeconds", 0);
        aso.store(ACCOUNTS, old);
        aso.storedVersions(ACCOUNTS, List.of("v1api20230101storage", "v20250601storage"));
        assertThat(takeOver()).isTrue();
        taken();
        var older = aso.read(ACCOUNTS, NAMESPACE + "/older").orElseThrow();
        assertThat(older).containsEntry("apiVersion", "storage.azure.com/v20250601");
        assertThat(at(older, "metadata"))
                .containsKey("deletionTimestamp")
                .containsEntry("finalizers", List.of("serviceoperator.azure.com/finalizer"));
        assertThat(at(older, "spec", "sku")).containsEntry("tier", "Standard");
        assertThat(
                        backup.resolve(
                                ACCOUNT.replace("/", "/storageaccounts.storage.azure.com/")
                                        + ".json"))
                .content()
                .contains("$propertyBag", "originalVersion");
        // the next apply of the user works, and takes away what is not in it any more
        assertThat(apply()).contains("serverside-applied");
        assertThat(at(read("v20250601"), "spec", "sku")).containsOnlyKeys("name");
        // and the garbage collector knows the owner
        owned("later", "v20250601");
        await().during(Duration.ofSeconds(5)).until(() -> secret("later") && secret("keys"));
    }

    @Test
    void kindsAreNotAppliedOverTheirs() throws Exception {
        var before = aso.present(ACCOUNTS);
        var said = new StringWriter();
        assertThat(apply(said)).isOne();
        assertThat(said.toString())
                .contains(
                        "storageaccounts.storage.azure.com has versions of Azure Service Operator",
                        "dragoman take-over");
        assertThat(aso.present(ACCOUNTS).get("spec")).isEqualTo(before.get("spec"));
        assertThat(takeOver()).isTrue();
        assertThat(apply(said)).as(said.toString()).isZero();
        taken();
    }

    private static int apply(StringWriter said) {
        return Commands.line()
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(
                        "crds",
                        "--apply",
                        "--without-policy",
                        "--kinds",
                        "storage.azure.com/StorageAccount",
                        "--kubeconfig",
                        plane.adminKubeconfig().toString());
    }

    /** The sample in the form of Dragoman, with everything that Azure Service Operator knew. */
    private static void taken() {
        var stored = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        assertThat(stored).containsEntry("apiVersion", "storage.azure.com/v20250601");
        assertThat(at(stored, "spec"))
                .isEqualTo(
                        Map.of(
                                "location", "westeurope",
                                "kind", "StorageV2",
                                "accessTier", "Hot",
                                "owner", Map.of("name", "orders"),
                                "sku", Map.of("name", "Standard_LRS", "tier", "Standard")));
        var meta = at(stored, "metadata");
        assertThat(meta)
                .containsEntry("finalizers", List.of("serviceoperator.azure.com/finalizer"));
        assertThat(at(meta, "annotations"))
                .isEqualTo(
                        Map.of(
                                "serviceoperator.azure.com/resource-id", "/x",
                                "dragoman.dev/applied-version", "v20230101"));
        assertThat(maps(meta, "ownerReferences"))
                .extracting(o -> o.get("apiVersion"))
                .containsExactly("resources.azure.com/v1api20200601");
        assertThat(maps(meta, "managedFields"))
                .extracting(m -> m.get("manager") + " " + m.get("apiVersion"))
                .containsExactly("kubectl storage.azure.com/v20230101");
        assertThat(meta.get("managedFields").toString()).contains("f:tier");
        assertThat(at(stored, "status")).isEqualTo(Map.of("id", "/x"));
        assertThat(
                        plane.client()
                                .secrets()
                                .inNamespace(NAMESPACE)
                                .withName("keys")
                                .get()
                                .getMetadata()
                                .getOwnerReferences())
                .extracting(o -> o.getApiVersion())
                .containsExactly("storage.azure.com/v20250601");
        for (var kind : KINDS) {
            var now = aso.present(kind);
            assertThat(at(now, "status").get("storedVersions"))
                    .isEqualTo(List.of(kind.newest().names().getFirst()));
            assertThat(TransitionalDefinition.needed(kind, now)).isFalse();
            assertThat(at(now, "spec", "conversion")).isEqualTo(Map.of("strategy", "None"));
            assertThat(at(now, "metadata", "labels"))
                    .containsEntry("app.kubernetes.io/name", "dragoman");
        }
    }

    /** Dies after a number of writes, before it hears of the last one. */
    private static final class Killed extends ClusterRequests {
        private static final class Kill extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }

        private int left;

        Killed(int writes) {
            super(plane.client());
            left = writes;
        }

        @Override
        public Map<String, Object> put(String path, Map<String, Object> object) {
            var answer = allowed() ? super.put(path, object) : Map.<String, Object>of();
            return after(answer);
        }

        @Override
        public Map<String, Object> patch(String path, List<Map<String, Object>> operations) {
            var answer = allowed() ? super.patch(path, operations) : Map.<String, Object>of();
            return after(answer);
        }

        private boolean allowed() {
            return left > 0;
        }

        private Map<String, Object> after(Map<String, Object> answer) {
            left--;
            if (left <= 0) {
                throw new Kill();
            }
            return answer;
        }
    }

    @Test
    void aRunMayEndAfterAnyOfItsWrites() throws Exception {
        int killed = 0;
        while (true) {
            try {
                // two: an object that is up to date is written too, which changes nothing
                boolean done = run(new Killed(2 + killed), true);
                assertThat(done).isTrue();
                break;
            } catch (Killed.Kill again) {
                killed++;
                assertThat(killed).as("runs").isLessThan(40);
            }
        }
        assertThat(killed).isGreaterThan(3);
        taken();
        var before = read("v20250601");
        assertThat(run(readOnly(), true)).as("nothing is left to do").isTrue();
        assertThat(read("v20250601")).isEqualTo(before);
    }
}
