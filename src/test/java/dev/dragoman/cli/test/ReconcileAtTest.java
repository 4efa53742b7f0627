package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The annotation {@code dragoman.dev/reconcile-at} has a Ready object compared at once. */
class ReconcileAtTest extends TestCommandFixture {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"dragoman.dev/reconcile-at, PUT *", "example.com/note, ''"})
    void aNewValueFindsWhatWasChangedInAzure(String annotation, String request) throws IOException {
        file(
                "drift.case.yaml",
                """
                namespace: team-a
                rounds:
                - apply: [ { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: orders }, spec: { location: northeurope, tags: { a: b } } } ]
                  expect: { conditions: [ { object: ResourceGroup.resources.azure.com orders, status: "True" } ] }
                - azure: { /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/orders: { location: northeurope } }
                  apply: [ { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: orders, annotations: { %s: "1" } }, spec: { location: northeurope, tags: { a: b } } } ]
                  expect: { requests: [ %s ] }
                """
                        .formatted(annotation, request.isEmpty() ? "" : "\"" + request + "\""));
        assertThat(test()).as("%s%s", out, err).isZero();
    }
}
