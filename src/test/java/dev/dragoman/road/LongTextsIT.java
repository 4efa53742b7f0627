package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people write is not repeated whole, however long it is, and the advice stays readable. */
@Full
class LongTextsIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String IDENTITY = "managedidentity.azure.com/v1api20230131";
    private static final String LONG = "x".repeat(200_000);

    @TempDir private Path directory;

    @Test
    void conditionsEventsAndLogsHaveABound() throws Exception {
        var log = directory.resolve("log");
        try (var road = new Road("long")) {
            var process = road.process(log, road.kubeconfig(), Map.of());
            try {
                road.apply(
                        Samples.group("credential", "x")
                                .replace(
                                        "metadata: {name: credential}",
                                        "metadata: {name: credential, annotations: {serviceoperator.azure.com/credential-from: %s}}"
                                                .formatted(LONG)));
                told(
                        road,
                        GROUPS,
                        "ResourceGroup",
                        "credential",
                        "InvalidCredentialFrom",
                        "Nothing is sent to Azure");
                road.apply(
                        Samples.account("owned")
                                .replace(
                                        "owner: {name: orders}",
                                        "owner: {name: %s}".formatted(LONG)));
                told(
                        road,
                        STORAGE,
                        "StorageAccount",
                        "owned",
                        "WaitingForOwner",
                        "create it or correct the name");
                road.apply(Samples.group("orders", "orders"));
                road.ready("resourcegroup/orders");
                road.apply(
                        Samples.account("identified")
                                + """
                                  identity:
                                    type: UserAssigned
                                    userAssignedIdentities:
                                      - reference: {group: managedidentity.azure.com, kind: UserAssignedIdentity, name: %s}
                                """
                                        .formatted(LONG));
                told(
                        road,
                        STORAGE,
                        "StorageAccount",
                        "identified",
                        "ReferenceNotFound",
                        "create it or correct the name");
                // so long that the object had no room for it once more
                road.apply(
                        """
                        apiVersion: %s
                        kind: UserAssignedIdentity
                        metadata: {name: named}
                        spec: {owner: {name: orders}, location: westeurope, azureName: %s}
                        """
                                .formatted(IDENTITY, LONG.repeat(6)));
                told(road, IDENTITY, "UserAssignedIdentity", "named", "InvalidName", "at its ends");
            } finally {
                process.destroy();
                var _ = process.waitFor();
            }
            assertThat(Files.readAllLines(log))
                    .anyMatch(line -> line.contains("InvalidCredentialFrom"))
                    .anyMatch(line -> line.contains("WaitingForOwner"))
                    .anyMatch(line -> line.contains("InvalidName"))
                    .allMatch(line -> line.length() < 10_000, "is short");
        }
    }

    private static void told(
            Road road, String apiVersion, String kind, String name, String reason, String advice)
            throws IOException {
        var message = road.reason(apiVersion, kind, name, reason).get("message").toString();
        assertThat(message).hasSizeLessThan(600).contains("xxx…").contains(advice);
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.kubectl(
                                                        "get",
                                                        "events",
                                                        "--field-selector=involvedObject.name="
                                                                + name,
                                                        "-o",
                                                        "jsonpath={.items[*].message}"))
                                        .contains(reason, advice));
    }
}
