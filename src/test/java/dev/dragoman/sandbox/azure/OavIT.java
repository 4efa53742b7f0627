package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.tools.catalog.TestArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Microsoft's validator judges a dialogue between Microsoft's client and the sandbox. */
@Tag(TestArchives.TAG)
class OavIT {
    private static final String RG = "/resourceGroups/rg";
    private static final String ACCOUNT = RG + "/providers/Microsoft.Storage/storageAccounts/acct1";
    private static final String BUS = RG + "/providers/Microsoft.ServiceBus/namespaces/bus-one";
    private static final String IDENTITY =
            RG + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/ident";

    /** Where Azure's recorded answers, and so ours, differ from its swagger, and why. */
    private static final Map<String, String> DRIFT =
            Map.of(
                    "PUT .*/blobServices/default.*MISSING_RESOURCE_ID.*",
                    "the storage provider echoes the request",
                    "POST .*/listKeys.*ENUM_CASE_MISMATCH.*FULL.*",
                    "the storage provider says FULL, its swagger Full",
                    "GET .*/storageAccounts/.*ENUM_MISMATCH.*for: Failed.*",
                    "a resource whose operation failed, as ARM shows it for every type",
                    "GET .*/operationresults/.*INVALID_(RESPONSE_BODY|CONTENT_TYPE).*",
                    "the end of a deletion has no body");

    @TempDir Path directory;

    @Test
    void dialogueOfTheSdkIsValidArm() {
        try (var azure =
                AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")))) {
            azure.control().retryAfter(0);
            azure.control().operationDuration(".*", Duration.ofMillis(100));
            talk(new SdkClient(azure, SdkClient.secret(azure, "app", "s")));
            var file = azure.control().writeExchanges(directory.resolve("exchanges.jsonl"));
            var report = OavRun.check(file);

            assertThat(report.verdicts()).hasSameSizeAs(azure.control().exchanges());
            assertThat(report.requestErrors()).as("requests").isEmpty();
            assertThat(report.responseErrors().stream().filter(e -> !allowed(e)).toList())
                    .as("responses, but for listed drift")
                    .isEmpty();
            var notCovered =
                    report.notCovered().stream()
                            .map(OavRun.Verdict::url)
                            .filter(u -> !u.contains("asyncoperations"))
                            .filter(u -> !u.contains("namespaceOperationResults"))
                            .filter(u -> !u.contains("operationresults"))
                            .toList();
            // Newer than the archive; the sandbox has checked these bodies against the catalog.
            assertThat(notCovered)
                    .allMatch(u -> u.contains("2024-01-01") || u.contains("2025-06-01"));
            System.out.println(
                    "oav: %d exchanges, %d not covered, %d tolerated response findings"
                            .formatted(
                                    report.verdicts().size(),
                                    report.notCovered().size(),
                                    report.responseErrors().size()));
        }
    }

    /** Integration tests run in the order of their names: all that speak to Azure come before. */
    @Test
    void whatTheOperatorSaidInAllTestsIsValidArm() throws IOException {
        var kept = Path.of("target", "exchanges");
        assertThat(kept)
                .as(
                        "kept by the tests of the road: run one of them too, -Dit.test='AzureRoadIT,OavIT'")
                .isDirectory();
        var lines = new ArrayList<String>();
        try (var files = Files.list(kept)) {
            for (var file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        var report = OavRun.check(Files.write(directory.resolve("all.jsonl"), lines));

        assertThat(report.verdicts()).hasSameSizeAs(lines);
        assertThat(report.requestErrors()).as("requests").isEmpty();
        System.out.println(
                "oav: %d exchanges of the operator, %d not covered, %d findings in our answers"
                        .formatted(
                                report.verdicts().size(),
                                report.notCovered().size(),
                                report.responseErrors().size()));
        assertThat(report.responseErrors().stream().filter(e -> !allowed(e)).toList())
                .as("responses, but for listed drift")
                .isEmpty();
    }

    private static boolean allowed(String error) {
        return DRIFT.keySet().stream().anyMatch(error::matches);
    }

    private static void talk(SdkClient client) {
        client.send("PUT", RG, "2020-06-01", "{\"location\":\"westus2\",\"name\":\"rg\"}");
        client.send("GET", RG, "2020-06-01", null);
        for (var version : List.of("2023-01-01", "2025-06-01")) {
            var account = ACCOUNT.replace("acct1", "acct" + version.substring(0, 4));
            var accepted =
                    client.send(
                            "PUT",
                            account,
                            version,
                            """
                            {"location":"westus2","kind":"StorageV2","sku":{"name":"Standard_LRS"},
                             "properties":{"accessTier":"Hot","minimumTlsVersion":"TLS1_2"},"tags":{"a":"b"}}""");
            done(client, accepted.header("Location").orElseThrow());
            client.send("GET", account, version, null);
            client.send(
                    "PUT", account + "/blobServices/default", version, "{\"name\":\"default\"}");
            client.send("GET", account + "/blobServices/default", version, null);
            client.send("PUT", account + "/blobServices/default/containers/data", version, "{}");
            client.send("GET", account + "/blobServices/default/containers/data", version, null);
        }
        client.send("POST", ACCOUNT.replace("acct1", "acct2023") + "/listKeys", "2023-01-01", null);
        client.send("PUT", IDENTITY, "2023-01-31", "{\"location\":\"westus2\"}");
        client.send("GET", IDENTITY, "2023-01-31", null);
        for (var version : List.of("2021-11-01", "2024-01-01")) {
            var bus = BUS + version.substring(0, 4);
            var accepted =
                    client.send(
                            "PUT",
                            bus,
                            version,
                            "{\"location\":\"westus2\",\"sku\":{\"name\":\"Standard\"}}");
            var status = accepted.header("Azure-AsyncOperation").orElseThrow();
            Awaitility.await()
                    .until(
                            () -> client.sendUrl("GET", status, null).body().at("/status").asText(),
                            "Succeeded"::equals);
            client.send("GET", bus, version, null);
            client.send(
                    "PUT",
                    bus + "/queues/q",
                    version,
                    "{\"properties\":{\"lockDuration\":\"PT2M\"}}");
            client.send("GET", bus + "/queues/q", version, null);
            client.send("DELETE", bus + "/queues/q", version, null);
        }
        done(
                client,
                client.send("DELETE", RG, "2020-06-01", null).header("Location").orElseThrow());
    }

    private static void done(SdkClient client, String url) {
        Awaitility.await()
                .until(() -> client.sendUrl("GET", url, null).status(), status -> status == 200);
    }
}
