package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.tools.catalog.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TakenOverTest {
    private static final AzureKind KIND =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();

    private static final String THEIRS = "'f:serviceoperator.azure.com/poller-resume-token': {}";

    private static TakenOver.Form of(String object) {
        return TakenOver.of(
                Yaml.object(object),
                KIND,
                CatalogFiles.specSchema(KIND),
                (kind, version) -> version.replace("storage", ""));
    }

    @Test
    void theAppliedVersionIsStampedAndWrittenAt() {
        var form =
                of(
                        """
                        metadata:
                          annotations:
                            serviceoperator.azure.com/operator-namespace: azureserviceoperator-system
                            serviceoperator.azure.com/poller-resume-token: '{}'
                            serviceoperator.azure.com/reconcile-policy: skip
                          ownerReferences: [{apiVersion: r/v1storage, kind: R, uid: u}]
                        spec: {originalVersion: v20230101, sku: {$propertyBag: {Tier: Standard}}}
                        """);
        assertThat(form.problems()).isEmpty();
        assertThat(form.version()).isEqualTo("v20230101");
        assertThat(form.object())
                .isEqualTo(
                        Yaml.object(
                                """
                                apiVersion: storage.azure.com/v20230101
                                metadata:
                                  annotations:
                                    serviceoperator.azure.com/reconcile-policy: skip
                                    dragoman.dev/applied-version: v20230101
                                  ownerReferences: [{apiVersion: r/v1, kind: R, uid: u}]
                                spec: {sku: {tier: Standard}}
                                """));
    }

    @Test
    void anObjectInItsFormStaysAsItIs() {
        var object = "{apiVersion: storage.azure.com/v20250601, metadata: {name: a}, spec: {}}";
        assertThat(of(object))
                .isEqualTo(new TakenOver.Form(Yaml.object(object), "v20250601", List.of()));
    }

    @Test
    void whatDragomanClaimedMeanwhileStaysClaimed() {
        var object =
                """
                apiVersion: storage.azure.com/v20250601
                metadata:
                  annotations:
                    serviceoperator.azure.com/operator-namespace: dragoman-system
                    dragoman.dev/claimed-by: seal
                spec: {}
                """;
        assertThat(of(object).object()).isEqualTo(Yaml.object(object));
    }

    @Test
    void aVersionThatIsNotServedIsAProblem() {
        assertThat(of("{metadata: {}, spec: {originalVersion: ''}}"))
                .as("it says nothing")
                .satisfies(form -> assertThat(form.problems()).isEmpty())
                .satisfies(form -> assertThat(form.version()).isEqualTo("v20250601"));
        assertThat(of("{metadata: {}, spec: {originalVersion: v1alpha1}}").problems())
                .containsExactly(
                        "the object was applied as version v1alpha1, which Dragoman does not serve: requests to Azure would use another API version");
    }

    @Test
    void ownersOfFieldsStayWhoTheyWere() {
        var object =
                Yaml.object(
                        """
                        metadata:
                          annotations: {dragoman.dev/applied-version: v20230101}
                          managedFields:
                          - manager: kubectl
                            operation: Apply
                            apiVersion: storage.azure.com/v20230101
                            time: '2026-01-01T00:00:00Z'
                            fieldsV1: {'f:spec': {'f:sku': {'f:name': {}}}}
                          - manager: helm
                            operation: Update
                            apiVersion: storage.azure.com/v20250601
                            time: '2026-02-01T00:00:00Z'
                            fieldsV1: {'f:spec': {'f:kind': {}}}
                          - manager: aso
                            operation: Update
                            apiVersion: storage.azure.com/v20230101storage
                            fieldsV1:
                              'f:metadata': {'f:finalizers': {'v:"x"': {}}}
                              'f:spec': {'f:originalVersion': {}, 'f:sku': {'f:$propertyBag': {'f:Tier': {}}}}
                          - manager: aso
                            operation: Update
                            apiVersion: storage.azure.com/v20250601storage
                            fieldsV1: {'f:metadata': {'f:labels': {'f:a': {}}}}
                          - manager: dragoman-take-over
                            operation: Update
                            apiVersion: storage.azure.com/v20230101
                            fieldsV1:
                              'f:metadata': {'f:annotations': {}}
                              'f:spec': {'f:sku': {'f:tier': {}}}
                        """);
        assertThat(TakenOver.managedFields(object, KIND))
                .isEqualTo(
                        Yaml.list(
                                """
                                - manager: kubectl
                                  operation: Apply
                                  apiVersion: storage.azure.com/v20230101
                                  time: '2026-01-01T00:00:00Z'
                                  fieldsV1: {'f:spec': {'f:sku': {'f:name': {}, 'f:tier': {}}}}
                                - manager: helm
                                  operation: Update
                                  apiVersion: storage.azure.com/v20250601
                                  time: '2026-02-01T00:00:00Z'
                                  fieldsV1: {'f:spec': {'f:kind': {}}}
                                - manager: aso
                                  operation: Update
                                  apiVersion: storage.azure.com/v20250601
                                  fieldsV1:
                                    'f:metadata':
                                      'f:finalizers': {'v:"x"': {}}
                                      'f:labels': {'f:a': {}}
                                """));
        assertThat(TakenOver.managedFields(Map.of(), KIND)).isEmpty();
    }

    /** Of two who applied the version that counts, the one who did it last has what was moved. */
    @Test
    void whatWasMovedIsTheLastUsers() {
        var fields =
                """
                - manager: first
                  apiVersion: storage.azure.com/v20250601
                  time: '2026-01-01T00:00:00Z'
                  fieldsV1:
                    'f:metadata': {'f:annotations': {'f:a': {}%s}}
                    'f:spec': {'f:kind': {}}
                - manager: second
                  apiVersion: storage.azure.com/v20250601
                  time: '2026-02-01T00:00:00Z'
                  fieldsV1: {'f:spec': {'f:kind': {}%s}}
                """;
        var before = Yaml.list(fields.formatted(", " + THEIRS, ""));
        before.add(
                Yaml.object(
                        """
                        manager: dragoman-take-over
                        apiVersion: storage.azure.com/v20250601
                        fieldsV1: {'f:spec': {'f:tags': {}}}
                        """));
        before.add(
                Yaml.object(
                        """
                        manager: dragoman-take-over
                        apiVersion: storage.azure.com/v20250601
                        fieldsV1: {'f:metadata': {'f:labels': {}}}
                        """));
        assertThat(
                        TakenOver.managedFields(
                                Map.of("metadata", Map.of("managedFields", before)), KIND))
                .isEqualTo(Yaml.list(fields.formatted("", ", 'f:tags': {}")));
    }
}
