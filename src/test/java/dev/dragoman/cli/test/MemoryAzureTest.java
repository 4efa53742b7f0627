package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What Azure has and answers in a dry run. */
class MemoryAzureTest extends TestCommandFixture {
    @Test
    void keysThatAreExportedHaveValues() throws IOException {
        file(
                "keys.case.yaml",
                """
                apply:
                - apiVersion: storage.azure.com/v1api20230101
                  kind: StorageAccount
                  metadata: { name: orders }
                  spec:
                    location: northeurope
                    owner: { name: orders }
                    operatorSpec: { secrets: { key2: { name: keys, key: second } } }
                expect:
                  conditions: [ { object: StorageAccount.storage.azure.com orders, status: "True" } ]
                  objects: [ { apiVersion: v1, kind: Secret, metadata: { name: keys }, data: { second: "*" } } ]
                """);
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    /** An entry of a Key Vault is written and deleted; its value is not shown. */
    @Test
    void aVaultHasEntries() throws IOException {
        file(
                "vault.case.yaml",
                """
                rounds:
                - apply:
                  - apiVersion: keyvault.azure.com/v1api20230701
                    kind: Vault
                    metadata: { name: orders-vault }
                    spec:
                      location: northeurope
                      owner: { name: orders }
                      properties: { sku: { family: A, name: standard }, tenantId: 00000000-0000-0000-0000-000000000000 }
                  - apiVersion: storage.azure.com/v1api20230101
                    kind: StorageAccount
                    metadata:
                      name: orders
                      annotations: { dragoman.dev/key-vault: orders-vault, dragoman.dev/key-vault-only: "true" }
                    spec:
                      location: northeurope
                      owner: { name: orders }
                      operatorSpec: { secrets: { key1: { name: keys, key: first } } }
                  wait: 1m
                  expect:
                    conditions: [ { object: StorageAccount.storage.azure.com orders, status: "True" } ]
                - delete: [ StorageAccount.storage.azure.com orders ]
                  expect:
                    requests: [ "DELETE */storageAccounts/orders", "DELETE https://orders-vault.vault.azure.net/secrets/*" ]
                    absent: [ StorageAccount.storage.azure.com orders ]
                """);
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString())
                .contains("PUT https://orders-vault.vault.azure.net/secrets/", "value: \"***\"");
    }
}
