package dev.dragoman.sandbox.azure;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.SameThird;
import dev.dragoman.tier.Witness;
import dev.dragoman.tools.catalog.TestArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Microsoft's validator judges a dialogue between Microsoft's client and the sandbox. */
@Tag(TestArchives.TAG)
@Full
@Witness
@SameThird(AzIT.class)
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
                    "the end of a deletion has no body",
                    "GET .*/operationresults/.* 202: .*INVALID_RESPONSE_CODE.*'202'.*",
                    "a deletion that goes on, as Azure's recordings have it",
                    "[A-Z]+ .*/storageAccounts/.* [45]\\d\\d: .*INVALID_RESPONSE_CODE.*",
                    "the swagger of storage names no errors; what they look like is tested below",
                    "GET .*/subscriptions\\?.*MISSING_REQUIRED_PROPERTY.*nextLink.*",
                    "the last page has no next one, though the swagger wants it named");

    /** Requests that the swagger would not take, and why they are made. */
    private static final Map<String, String> ASKED =
            Map.of(
                    "GET .* 404: .*code=PATTERN.*paths=\\[/path/.*",
                    "a user's name that Azure takes for nothing: whether it is there is asked first");

    /** Every exchange that is judged, as a line of JSON. */
    private static final List<String> LINES = new ArrayList<>();

    private static OavRun.Report sdk;
    private static OavRun.Report operator;
    private static OavRun.Report tool;

    /** One run for all dialogues: the validator takes most of its time to read the swagger. */
    @BeforeAll
    static void judge(@TempDir Path directory) throws IOException {
        assertThat(KeptExchanges.files())
                .as("kept by the tests of the road: run mvn verify, and mvn -Pfull verify")
                .isNotEmpty();
        var lines = LINES;
        lines.addAll(dialogueOfTheSdk(directory));
        int bySdk = lines.size();
        for (var file : KeptExchanges.files()) {
            lines.addAll(Files.readAllLines(file));
        }
        int byOperator = lines.size();
        if (Files.exists(AzIT.KEPT)) {
            lines.addAll(Files.readAllLines(AzIT.KEPT));
        }
        var verdicts = OavRun.check(Files.write(directory.resolve("all.jsonl"), lines)).verdicts();
        assertThat(verdicts).hasSameSizeAs(lines);
        sdk = new OavRun.Report(verdicts.subList(0, bySdk));
        operator = new OavRun.Report(verdicts.subList(bySdk, byOperator));
        tool = new OavRun.Report(verdicts.subList(byOperator, verdicts.size()));
    }

    private static List<String> dialogueOfTheSdk(Path directory) throws IOException {
        try (var azure =
                AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")))) {
            azure.control().retryAfter(0);
            azure.control().operationDuration(".*", Duration.ofMillis(100));
            talk(new SdkClient(azure, SdkClient.secret(azure, "app", "s")));
            var file = azure.control().writeExchanges(directory.resolve("sdk.jsonl"));
            return Files.readAllLines(file);
        }
    }

    @Test
    void dialogueOfTheSdkIsValidArm() {
        valid(sdk, "the SDK");
        var notCovered =
                sdk.notCovered().stream()
                        .map(OavRun.Verdict::url)
                        .filter(u -> !u.contains("asyncoperations"))
                        .filter(u -> !u.contains("namespaceOperationResults"))
                        .filter(u -> !u.contains("operationresults"))
                        .toList();
        // Newer than the archive; the sandbox has checked these bodies against the catalog.
        assertThat(notCovered).allMatch(u -> u.contains("2024-01-01") || u.contains("2025-06-01"));
    }

    /**
     * Answers for types that the catalog does not know are an echo, and claim no form: {@code
     * ArmTypesIT} judges the requests.
     */
    @Test
    void whatTheOperatorSaidInAllTestsIsValidArm() {
        var catalog = Catalog.load();
        valid(operator.answersOf(url -> !isUnknown(url, catalog)), "the operator");
        assertThat(operator.verdicts()).as("errors among them").anyMatch(v -> v.status() >= 400);
    }

    @Test
    void theRunsWithFaultsAreAmongThem() throws IOException {
        assertThat(KeptExchanges.files())
                .as("kept by FaultsIT, of mvn verify, and by others")
                .extracting(file -> file.getFileName().toString())
                .anyMatch(name -> name.startsWith("faults-"));
    }

    /**
     * The form that Resource Manager promises for all providers, also where a provider's swagger
     * names no errors. What a test made the local Azure answer is no exception.
     */
    @Test
    void everyErrorHasTheFormOfResourceManager() throws IOException {
        var wrong = new ArrayList<String>();
        int errors = 0;
        for (var line : LINES) {
            var exchange = Json.parse(line);
            var answer = exchange.path("liveResponse");
            if (answer.path("statusCode").asInt() < 400) {
                continue;
            }
            errors++;
            var error = answer.at("/body/error");
            if (error.path("code").asText().isBlank()
                    || error.path("message").asText().isBlank()
                    || !answer.at("/headers/content-type")
                            .asText()
                            .startsWith("application/json")) {
                wrong.add(exchange.at("/liveRequest/url").asText() + ": " + answer);
            }
        }
        assertThat(errors).as("errors that were judged").isGreaterThan(5);
        assertThat(wrong).isEmpty();
    }

    @Test
    @Tag(DebianAz.TAG)
    void whatTheCommandLineToolWasAnsweredIsValidArm() {
        assertThat(AzIT.KEPT).as("run AzIT too, which keeps it").exists();
        valid(tool, "az");
    }

    private static void valid(OavRun.Report report, String whose) {
        System.out.println(
                "oav: %d exchanges of %s, %d not covered, %d findings in our answers"
                        .formatted(
                                report.verdicts().size(),
                                whose,
                                report.notCovered().size(),
                                report.responseErrors().size()));
        // a validator that has an opinion of nothing finds nothing
        assertThat(report.verdicts().size() - report.notCovered().size())
                .as("exchanges that are covered")
                .isGreaterThan(report.verdicts().size() / 4);
        assertThat(report.requestErrors().stream().filter(e -> !allowed(ASKED, e)).toList())
                .as("requests, but for those that are listed")
                .isEmpty();
        assertThat(report.responseErrors().stream().filter(e -> !allowed(DRIFT, e)).toList())
                .as("responses, but for listed drift")
                .isEmpty();
    }

    private static boolean isUnknown(String url, Catalog catalog) {
        int start = url.lastIndexOf("/providers/");
        if (start < 0 || url.contains("/locations/")) {
            return false; // without a type, or an operation
        }
        var words = url.substring(start + 11).replaceFirst("\\?.*", "").split("/", -1);
        var type = new StringBuilder(words[0]);
        for (int at = 1; at + 1 < words.length; at += 2) {
            type.append('/').append(words[at]);
        }
        return words.length > 2 && catalog.serving(type.toString()).isEmpty();
    }

    private static boolean allowed(Map<String, String> known, String error) {
        return known.keySet().stream().anyMatch(error::matches);
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
        var identity = client.send("PUT", IDENTITY, "2023-01-31", "{\"location\":\"westus2\"}");
        client.send("GET", IDENTITY, "2023-01-31", null);
        assigned(client, identity.body().at("/properties/principalId").asText());
        for (var version : List.of("2021-11-01", "2024-01-01")) {
            var bus = BUS + version.substring(0, 4);
            var accepted =
                    client.send(
                            "PUT",
                            bus,
                            version,
                            "{\"location\":\"westus2\",\"sku\":{\"name\":\"Standard\"}}");
            var status = accepted.header("Azure-AsyncOperation").orElseThrow();
            await().until(
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

    private static void assigned(SdkClient client, String principal) {
        var assignment =
                RG + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        client.send(
                "PUT",
                assignment,
                "2022-04-01",
                """
                {"properties":{"principalId":"%s","roleDefinitionId":"/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c"}}"""
                        .formatted(principal));
        client.send("DELETE", assignment, "2022-04-01", null);
    }

    private static void done(SdkClient client, String url) {
        await().until(() -> client.sendUrl("GET", url, null).status(), status -> status == 200);
    }
}
